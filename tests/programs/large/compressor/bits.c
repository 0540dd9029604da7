// part of main.c
#include "bits.h"

void bits_put(struct bit_writer *writer, uint32_t value, int width)
{
    writer->pending = writer->pending << width | (value & ((1u << width) - 1));
    writer->count += width;
    while (writer->count >= 8) {
        writer->count -= 8;
        buffer_append_byte(writer->out, (unsigned char)(writer->pending >> writer->count));
    }
}

void bits_flush(struct bit_writer *writer)
{
    if (writer->count > 0)
        bits_put(writer, 0, 8 - writer->count);
}

uint32_t bits_get(struct bit_reader *reader, int width)
{
    while (reader->count < width) {
        unsigned char byte = 0;
        if (reader->position < reader->size)
            byte = reader->data[reader->position++];
        else
            reader->overrun = true;
        reader->pending = reader->pending << 8 | byte;
        reader->count += 8;
    }
    reader->count -= width;
    return reader->pending >> reader->count & ((1u << width) - 1);
}
