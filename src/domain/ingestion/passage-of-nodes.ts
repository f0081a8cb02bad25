import type { Nodes, Parent, PhrasingContent, RootContent } from 'mdast';
import type { Passage } from './passage.ts';
import { filler } from './seen-tags.ts';

/** A text as the parser was given it, and as it stands: of one length, character by character. */
export interface ParsedText {
  readonly parsed: string;
  readonly original: string;
}

const spanOf = (node: Nodes): readonly [number, number] => [
  node.position?.start.offset ?? 0,
  node.position?.end.offset ?? 0,
];

/** Struck-out words are taken back, and give none. */
const wordless: ReadonlySet<string> = new Set<Nodes['type']>([
  'image',
  'imageReference',
  'html',
  'delete',
  'footnoteReference',
  'footnoteDefinition',
]);
/** Parts of an item that state nothing by themselves: an item as a whole shows them. */
const shownInWhole: ReadonlySet<string> = new Set<Nodes['type']>(['code', 'blockquote', 'table']);
/** Nodes that a mark of punctuation separates from the words before them. */
const parts: ReadonlySet<string> = new Set<Nodes['type']>([
  'paragraph',
  'list',
  'listItem',
  'code',
  'tableCell',
]);

/** Tags that part words from each other, as a line break does. */
const breaking = /^<\/?(?:br|hr|p|div|li|td|th|tr)[\s/>]/i;
/** Tags whose words are taken back, or never shown. */
const hidingTag = /^<(del|s|strike|script|style|template)[\s>]/i;

const characterReference = /&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});/y;

/** The words of nodes with where each character stands; `whole`: with the code, quotes and tables that stand in them. */
export const passageOf = (
  nodes: readonly (PhrasingContent | RootContent)[],
  { parsed: source, original }: ParsedText,
  extent: 'own' | 'whole' = 'own',
): Passage => {
  const characters: string[] = [];
  const from: number[] = [];
  const to: number[] = [];
  let code = 0;
  const lines: number[] = [];

  const push = (character: string, start: number, end: number) => {
    if (character === filler) return;
    if (!/\s/.test(character)) {
      characters.push(character);
      from.push(start);
      to.push(end);
    } else if (characters.at(-1) === ' ') {
      to[to.length - 1] = end;
    } else if (characters.length > 0) {
      characters.push(' ');
      from.push(start);
      to.push(end);
    }
  };

  /** Lays a node's decoded words on their source: escapes, references and folded indentation take more characters there. */
  const align = (value: string, start: number, end: number) => {
    let at = start;
    for (let index = 0; index < value.length; index += 1) {
      const character = value[index] ?? '';
      const begin = at;
      if (/\s/.test(character) && /\s/.test(source[at] ?? '')) {
        at += 1;
        const broken = /[\r\n]/.test(character);
        if (broken) while (at < end && /\s/.test(source[at] ?? '')) at += 1;
        push(' ', begin, at);
        if (broken) lines.push(characters.length);
        continue;
      }
      characterReference.lastIndex = at;
      const reference = source[at] === '&' ? characterReference.exec(source)?.[0] : undefined;
      if (reference !== undefined && !/[\r\n]/.test(character) && !value.startsWith(reference, index)) {
        at += reference.length;
        push(character, begin, at);
        continue;
      }
      if (/\s/.test(character)) {
        push(' ', at, at);
        continue;
      }
      while (at < end && source[at] !== character && source[at] !== '\0') at += 1;
      push(at < end ? (original[at] ?? character) : character, Math.min(at, end), Math.min(at + 1, end));
      at = Math.min(at + 1, end);
    }
  };

  const separate = (start: number) => {
    const end = to.at(-1);
    if (end === undefined) return;
    const stop = characters.at(-1) ?? '';
    if (stop !== ' ' && !/[.,;:!?]/.test(stop)) push(';', end, end);
    push(' ', end, Math.max(end, start));
  };

  const walk = (node: Nodes) => {
    const [start, end] = spanOf(node);
    if (node.type === 'html' && breaking.test(node.value)) push(' ', start, end);
    if (wordless.has(node.type) || (extent === 'own' && shownInWhole.has(node.type))) return;
    if (parts.has(node.type)) separate(start);
    if (node.type === 'text') align(node.value, start, end);
    else if (node.type === 'inlineCode') {
      let begin = start;
      while (source[begin] === '`') begin += 1;
      const before = characters.length;
      align(node.value, begin, end);
      code += characters.length - before;
    } else if (node.type === 'code') {
      const isFenced = /[`~]/.test(source[start] ?? '');
      align(node.value, isFenced ? source.indexOf('\n', start) + 1 : start, end);
    } else if (node.type === 'break') {
      push(' ', start, end);
      lines.push(characters.length);
    } else if ('children' in node) walkAll((node as Parent).children);
  };
  const walkAll = (siblings: readonly Nodes[]) => {
    /** The tag that ends what a renderer hides or strikes out; null outside of it. */
    let closing: string | null = null;
    for (const node of siblings) {
      if (closing !== null) {
        if (node.type === 'html' && node.value.toLowerCase().startsWith(closing)) closing = null;
        continue;
      }
      const hiding = node.type === 'html' ? hidingTag.exec(node.value)?.[1]?.toLowerCase() : undefined;
      if (hiding !== undefined) closing = `</${hiding}`;
      else walk(node);
    }
  };

  walkAll(nodes);
  if (characters.at(-1) === ' ') {
    characters.pop();
    from.pop();
    to.pop();
  }
  const first = nodes[0];
  const last = nodes.at(-1);
  return {
    text: characters.join(''),
    from,
    to,
    start: first === undefined ? 0 : spanOf(first)[0],
    end: last === undefined ? 0 : spanOf(last)[1],
    lines,
    code,
  };
};
