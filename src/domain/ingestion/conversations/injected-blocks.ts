import { isElement } from '#domain/ingestion/seen-tags.ts';

const block = /<([a-z][a-z0-9_-]*)(?:\s[^<>\n]*)?>[\s\S]*?<\/\1>/g;
const named =
  /^(?:memor(?:y|ies)|.*memor(?:y|ies).*|system.*|.*reminder|.*context.*|instructions?|.*_info|environment.*|attached.*|retriev.*|documents?|search_?results?|tool.*|function.*|thinking|local-command.*|command-.*)$/;

/** The text with the blocks blank that a program put between a person's words (`<memories>…</memories>`, `<system-reminder>…`). */
export const withoutInjectedBlocks = (text: string): string =>
  text.includes('</')
    ? text.replace(block, (words, name: string) =>
        !isElement(name) && (words.includes('\n') || named.test(name))
          ? words.replace(/[^\r\n]/g, ' ')
          : words,
      )
    : text;
