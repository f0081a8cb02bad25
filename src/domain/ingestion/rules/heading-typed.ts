import type { MemoryKind } from '#domain/ingestion/kinds.ts';
import type { Block } from '#domain/ingestion/read-blocks.ts';
import { sectionStatements } from '#domain/ingestion/section-statements.ts';
import {
  isNarrativeSection,
  kindOfHeading,
  kindOfSection,
  labelledFinding,
  readLabel,
} from '#domain/ingestion/type-words.ts';
import type { ExtractionRule, Finding } from './extraction-rule.ts';

/** A heading that opens with a type states what follows the type; one that is the type alone types what its section states. */
export const headingTypedRule: ExtractionRule = {
  id: 'heading.typed',
  find: ({ headingPath, blocks, units }) => [
    ...blocks.flatMap((block): readonly Finding[] => {
      const finding = labelledHeading(block);
      return finding === null ? [] : [finding];
    }),
    ...typedRuns(headingPath, blocks).flatMap(({ kind, run }) =>
      sectionStatements(run, units, { wholeLists: kind === 'PROCEDURE' })
        .filter(({ content }) => readLabel(content) === null)
        .map((statement, place): Finding => ({ kind, ...statement, isFurther: place > 0 })),
    ),
  ],
};

/** A paragraph that opens with its type in bold (`**Decision:** X`) is a heading in all but form. */
const labelledHeading = (block: Block): Finding | null => {
  if (block.type !== 'heading' && block.type !== 'paragraph') return null;
  const text = block.passage.text.replace(/^[\d.§#()\s]+(?=\p{L}|\[)/u, '');
  const offset = block.passage.text.length - text.length;
  const label = readLabel(text);
  if (label === null || (block.type === 'paragraph' && block.bold < offset + label.wordEnd)) return null;
  return labelledFinding({ ...label, end: label.end + offset }, block.passage);
};

/** The runs of blocks that stand under a heading, or under a line in bold, that is a kind alone. */
const typedRuns = (
  headingPath: readonly string[],
  blocks: readonly Block[],
): readonly { readonly kind: MemoryKind; readonly run: readonly Block[] }[] => {
  const runs: { kind: MemoryKind; run: Block[] }[] = [];
  let kind = kindOfSection(headingPath);
  let run: Block[] = [];
  const close = () => {
    if (kind !== null && run.length > 0) runs.push({ kind, run });
    run = [];
  };
  for (const block of blocks) {
    const boldLine =
      block.type === 'paragraph' && block.bold >= block.passage.text.length - 1 ? block.passage.text : '';
    const boldKind = kindOfHeading(boldLine);
    if (boldKind !== null || isNarrativeSection([boldLine])) {
      close();
      kind = boldKind;
    } else if (block.type !== 'heading') run.push(block);
  }
  close();
  return runs;
};
