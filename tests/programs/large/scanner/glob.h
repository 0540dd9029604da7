/* Shell patterns for names: * ? [a-z] [!a-z] and \ before a character that is meant literally. */
#ifndef GLOB_H
#define GLOB_H

#include <stdbool.h>

bool glob_matches(const char *pattern, const char *name);

#endif
