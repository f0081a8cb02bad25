/** A text with U+FFFD for each NUL and each half of a surrogate pair, which no store takes; its length stays. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD');

/** Escapes of a JSON string; the halves of a surrogate pair are one. */
export const jsonEscapes = /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[\da-fA-F]{4}|.)/g;

/** Reads an escape of a JSON string as the characters that it stands for. */
export const readJsonEscape = (spelled: string): string => storable(String(JSON.parse(`"${spelled}"`)));
