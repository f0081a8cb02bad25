import type { Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

/** Without what looks for further addresses in the tree: the links that it makes have lost where they stood. */
const githubFlavour = {
  extensions: [gfm()],
  mdastExtensions: gfmFromMarkdown().map(({ transforms: _, ...extension }) => extension),
};
/** Characters of which each GitHub extension has one: table, strike-through, footnote, task, bare link. */
const githubMark = /[|~@]|:-|-:|:\/\/|www\.|\[\^|\[[ \t\r\nx]\]/i;

/** A text without any of the marks of GitHub's flavour is parsed without it: the same tree for half the work. */
export const parseMarkdown = (markdown: string): Root =>
  fromMarkdown(markdown, githubMark.test(markdown) ? githubFlavour : undefined);
