import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type MemoryKind, memoryKinds } from '#domain/ingestion/kinds.ts';
import {
  isDocumentKind,
  type Label,
  labelFile,
  recordStandings,
  type Source,
  type Span,
  type Verdict,
} from './label-file.ts';
import { halfOf, localTexts } from './paths.ts';

/**
 * Turns marks, which a reader writes by line, into label files, which hold offsets. `node test/quality/mark.ts marks.txt`.
 * The form of a marks file stands in README.md.
 */

const verdicts: Readonly<Record<string, Verdict>> = { k: 'keep', e: 'edit', j: 'junk' };
const kindsByFirst: ReadonlyMap<string, MemoryKind> = new Map(
  // O is a procedure, since P is a preference.
  memoryKinds.map((kind) => [kind === 'PROCEDURE' ? 'O' : (kind[0] ?? ''), kind]),
);
const marker = /^\s*(?:>\s*)*(?:(?:[-*+•]|\d+[.)]|#{1,6})\s+)?(?:\[[ xX]\]\s+)?/;

const fail = (message: string): never => {
  throw new Error(message);
};

const lineStarts = (text: string): readonly number[] => [
  0,
  ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1),
];

/** A span that a line's end cuts goes back to the end of its last whole sentence, or on to that of its first. */
const sentenceEnd = (text: string, start: number, end: number): number => {
  const isCut =
    !/[.!?:)]["'”’)\]`*_]*$/.test(text.slice(start, end)) && /^[ \t]*\n[ \t]*[a-z`(:]/.test(text.slice(end));
  if (!isCut) return end;
  const ends = [...text.slice(start).matchAll(/[.!?]["'”’)\]`*_]*(?=\s|$)/g)].map(
    ({ index, 0: mark }) => start + index + mark.length,
  );
  return ends.findLast((at) => at <= end) ?? ends[0] ?? end;
};

/** `#120-310`: offsets; or `12`, `12-14`, and after it `from|to`: the first words and the last ones of the span. */
const spanOf = (text: string, lines: string, words: string, where: string): Span => {
  const offsets = /^#(\d+)-(\d+)$/.exec(lines);
  if (offsets !== null) return [Number(offsets[1]), Number(offsets[2])];
  const starts = lineStarts(text);
  const [first = 0, last = first] = lines.split('-').map(Number);
  const begin = starts[first - 1] ?? fail(`${where}: there is no line ${first}`);
  const limit = (starts[last] ?? text.length + 1) - 1;
  if (limit <= begin) return fail(`${where}: line ${last} is empty or comes before ${first}`);
  const block = text.slice(begin, limit);
  const [from = '', to = ''] = words.split('|');
  const at = from === '' ? (marker.exec(block)?.[0].length ?? 0) : block.indexOf(from);
  if (at < 0) return fail(`${where}: "${from}" is not in the lines`);
  const lastWords = to === '' ? -1 : block.indexOf(to, at);
  if (to !== '' && lastWords < 0) return fail(`${where}: "${to}" does not follow "${from}"`);
  if (to !== '') return [begin + at, begin + lastWords + to.length];
  const end = sentenceEnd(text, begin + at, begin + block.trimEnd().length);
  return end > begin + at ? [begin + at, end] : fail(`${where}: the span is empty`);
};

/** `k? DR 12-14 from|to +10 from|to`: verdict, kinds, lines, words; then what the statement needs beside it. */
const labelOf = (text: string, line: string, where: string): Label => {
  const [own = '', ...others] = line.split(/ \+(?=[\d#])/);
  const [, letter = '', letters = '', lines = '', words = ''] =
    /^([kej]\??)(?: ([A-Z]+))? (#?\d+(?:-\d+)?)(?: (.+))?$/.exec(own) ?? fail(`${where}: not a mark`);
  const verdict = verdicts[letter[0] ?? ''] ?? fail(`${where}: no such verdict`);
  const kinds = [...letters].map((first) => kindsByFirst.get(first) ?? fail(`${where}: no kind ${first}`));
  if ((verdict === 'junk') !== (kinds.length === 0))
    fail(`${where}: a statement has kinds and junk has none`);
  const needs = others.map((other) => {
    const [, at = '', more = ''] = /^(#?\d+(?:-\d+)?)(?: (.+))?$/.exec(other) ?? fail(`${where}: not lines`);
    return spanOf(text, at, more, where);
  });
  return { verdict, wanted: !letter.endsWith('?'), kinds, span: spanOf(text, lines, words, where), needs };
};

/** A mark without last words ends at the latest where the next statement begins. */
const withoutOverlap = (labels: readonly Label[], text: string): readonly Label[] => {
  const statements = labels.filter(({ verdict }) => verdict !== 'junk');
  return labels.map((label) => {
    const [start, end] = label.span;
    const next = statements.find(({ span }) => span[0] > start)?.span[0] ?? end;
    return label.verdict === 'junk' || next >= end
      ? label
      : { ...label, span: [start, start + text.slice(start, next).trimEnd().length] };
  });
};

const sourceOf = (line: string): Source => {
  if (line === 'own') return { collection: 'own' };
  const [collection = '', path = '', commit = '', licence = '', lines] = line.split(' | ');
  return { collection, path, commit, licence, ...(lines === undefined ? {} : { lines }) };
};

const marksFile = process.argv[2] ?? fail('Name a marks file.');
let count = 0;
for (const block of readFileSync(marksFile, 'utf8').split(/^@ /m).slice(1)) {
  const [head = '', from = '', ...marks] = block.trim().split('\n');
  const [name = '', kind = '', textPath = '', standing] = head.split(' ');
  const status = recordStandings.find((known) => known === standing);
  if (!isDocumentKind(kind)) throw new Error(`${name}: no kind of document ${kind}`);
  const source = sourceOf(from);
  const given = join(dirname(marksFile), textPath);
  const text = readFileSync(given, 'utf8');
  const labels = marks
    .map((mark) => mark.trim())
    .filter((mark) => mark !== '' && !mark.startsWith('#'))
    .map((mark) => labelOf(text, mark, `${name}: ${mark}`))
    .sort((one, other) => one.span[0] - other.span[0]);
  const ships = source.collection === 'own' || source.licence?.endsWith('(text here)') === true;
  const half = halfOf(name);
  const folder = join(import.meta.dirname, half, kind);
  mkdirSync(folder, { recursive: true });
  const textFolder = ships ? folder : join(localTexts, half);
  mkdirSync(textFolder, { recursive: true });
  copyFileSync(given, join(textFolder, `${name}.md`));
  const sha256 = createHash('sha256').update(text).digest('hex');
  writeFileSync(
    join(folder, `${name}.json`),
    labelFile({
      name,
      kind,
      source,
      ...(status === undefined ? {} : { status }),
      length: text.length,
      sha256,
      labels: withoutOverlap(labels, text),
    }),
  );
  count += labels.length;
  process.stdout.write(`${half} ${kind} ${name}: ${labels.length}\n`);
}
process.stdout.write(`${count} labels\n`);
