/** `[the guide][guide]`, `[2]_`: links whose addresses stand elsewhere in their document. */
const full = /\[([^\][]{2,80})\]\[[^\][]{0,80}\]/g;
const footnote = / ?\[[\w#*-]{1,20}\]_(?!\w)/g;
/** `the [Code of Conduct]`: in brackets alone only a name in the middle of a sentence is a link; `[path]` may be left out of a command. */
const short = /(?<=[\p{Ll},] )\[(\p{Lu}[^\][]{1,80})\](?![([:])/gu;

/** A content without the brackets of links that a part of a document does not resolve; its words stay. */
export const withoutReferenceMarks = (content: string): string => {
  if (!content.includes('[')) return content;
  const bare = content.replace(full, '$1').replace(footnote, '').replace(short, '$1');
  return bare.trim() === '' ? content : bare;
};
