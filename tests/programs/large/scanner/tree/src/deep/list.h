struct list { struct list *next; };
/* no such words here, a string
   and nothing else */
