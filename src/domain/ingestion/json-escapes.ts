/** A text with U+FFFD for each NUL and each half of a surrogate pair, which no store takes; its length stays. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD');

/** Escapes of a JSON string; the halves of a surrogate pair are one. */
export const jsonEscapes = /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[\da-fA-F]{4}|.)/g;

/** An escape that JSON has. */
const known = /^\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/;

/** Reads an escape of a JSON string as the characters that it stands for; one that JSON does not have stays as it is spelled. */
export const readJsonEscape = (spelled: string): string =>
  known.test(spelled) ? storable(String(JSON.parse(`"${spelled}"`))) : spelled;
