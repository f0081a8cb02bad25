/** Names a dotted value in an enum of the schema, whose names have no dots: `memory.promoted` is `MEMORY_PROMOTED`. */
export const constantName = (value: string): string => value.replaceAll('.', '_').toUpperCase();
