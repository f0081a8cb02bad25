import { withoutIndentedLiterals } from './indented-literals.ts';
import { filler } from './seen-tags.ts';

const fence = /^[ \t]*(?:`{3,}|~{3,})/;
const hide = (text: string): string => text.replace(/[^\r\n]/g, filler);

/** Code in a line, a comment of Obsidian, a link to a page of the vault (`[[page|words]]`), and one that embeds it. */
const inline =
  /(`+)(?!`)[^`\n]*\1(?!`)|%%[^%]{0,2000}%%|(!?)\[\[(?:([^[\]|\n]{0,300})\|)?([^[\]|\n]{1,300})\]\]|[ \t]\^[A-Za-z0-9-]{1,40}(?=[ \t]*$)/gm;
/** `Key:: value`, a field of a page. */
const pageField = /^[ \t]{0,3}\p{L}[\p{L}\p{N} _-]{0,40}::[ \t]+\S[^\n]*$/gmu;
const paragraphTag = /<\/?p(?:\s[^<>\n]{0,300})?>/gi;
const calloutTitle = /^([ \t]{0,3}>[ \t]?)(\[![\w-]{1,30}\][+-]?)(.*)$/;

const withoutInlineMarks = (text: string): string =>
  text.replace(inline, (all, code?: string, embeds?: string, page?: string, words?: string) => {
    if (code !== undefined) return all;
    if (words === undefined || embeds === '!') return hide(all);
    return filler.repeat(2 + (page === undefined ? 0 : page.length + 1)) + words + filler.repeat(2);
  });

/** Callouts (`> [!note] Title`) are the author's own words: their marks go, a title stays a paragraph of its own. */
const withoutCalloutMarks = (lines: readonly string[]): readonly string[] => {
  let inside = false;
  let titled = false;
  return lines.map((line) => {
    const [, quote, type, title] = calloutTitle.exec(line) ?? [];
    if (quote !== undefined && type !== undefined && title !== undefined) {
      inside = true;
      titled = title.trim() !== '';
      return hide(quote + type) + title;
    }
    if (!inside || !/^[ \t]{0,3}>/.test(line)) {
      inside = false;
      return line;
    }
    const mark = titled ? '\n' : filler;
    titled = false;
    return line.replace(
      /^([ \t]*)>( ?)/,
      (_all, indent: string, gap: string) => hide(indent) + mark + hide(gap),
    );
  });
};

/**
 * A markdown text with the marks that only a vault, GitHub or HTML know replaced, character by character, so that offsets stay:
 * callouts, `%%comments%%`, `[[page|words]]`, `^anchors`, `key:: value`, tags of paragraphs, and the literals of reStructuredText.
 */
export const shownMarkdown = (text: string): string => {
  const shown = withoutIndentedLiterals(text);
  if (!/%%|::[ \t]|\[\[|\[!|<\/?p[\s>]|[ \t]\^[A-Za-z0-9-]+[ \t]*$/im.test(shown)) return shown;
  const parts: string[] = [];
  let prose: string[] = [];
  let opened: string | null = null;
  const flush = () => {
    if (prose.length > 0)
      parts.push(
        withoutInlineMarks(withoutCalloutMarks(prose).join('\n'))
          .replace(pageField, hide)
          .replace(paragraphTag, (tag) => '\n'.repeat(tag.length)),
      );
    prose = [];
  };
  for (const line of shown.split('\n')) {
    const marks = fence.exec(line)?.[0].trim();
    if (opened === null && marks === undefined) prose.push(line);
    else {
      flush();
      parts.push(line);
      if (opened === null) opened = marks ?? null;
      else if (marks?.startsWith(opened) === true && line.trim() === marks) opened = null;
    }
  }
  flush();
  return parts.join('\n');
};
