/** Scripts whose words are written with joiners. */
const joining = ['Arab', 'Beng', 'Deva', 'Gujr', 'Guru', 'Knda', 'Mlym', 'Orya', 'Sinh', 'Taml', 'Telu']
  .map((script) => `\\p{Script=${script}}`)
  .join('');
/** Joiners and selectors that are seen, by what they make of the character before them. */
const seen = `[\\p{Extended_Pictographic}\\p{Emoji_Modifier}]\\uFE0F?(?=[\\u200D\\uFE0F])|[${joining}](?=[\\u200C\\u200D])`;
/** Controls, white space at an end, and characters without a width. */
const unseen = new RegExp(`\\p{Cc}|^\\s|\\s$|(?<!${seen})[\\p{Cf}\\p{Default_Ignorable_Code_Point}]`, 'u');

/** True for a name that looks the same as another, without the characters in it that nobody sees. */
export const hasUnseen = (name: string): boolean => unseen.test(name);
