import type { ConsoleWorld } from './console-world.ts';
import { act, writeMemory } from './console-world.ts';

/** Ids of the things that the pages show. */
export interface Story {
  /** Written by hand, promoted, then reworded. */
  readonly believed: string;
  /** Contradicts it. */
  readonly candidate: string;
  readonly contradiction: string;
  /** Read from a document, and promoted. */
  readonly extracted: string;
  readonly document: string;
  /** The wave in which it was sent. */
  readonly wave: string;
  /** The extraction of what was read from it. */
  readonly extraction: string;
  /** When the first of it was written. */
  readonly began: string;
  /** After the last of it. */
  readonly ended: string;
  /** A trace that was revised once. */
  readonly trace: string;
}

export const runStory = async (world: ConsoleWorld): Promise<Story> => {
  const believed = await writeMemory(world, 'The tide gauge must be calibrated every 30 days.');
  const began = new Date().toISOString();
  await act(world, 'bob', 'promoteCandidate', 'PromoteCandidateInput', { id: believed });
  const candidate = await writeMemory(world, 'The tide gauge must be calibrated every 90 days.');
  const { contradictions } = await act(
    world,
    'bob',
    'detectContradictions',
    'DetectContradictionsInput',
    { memoryId: candidate },
    '... on DetectContradictionsPayload { contradictions { id } }',
  );
  await act(world, 'bob', 'editItem', 'EditItemInput', {
    id: believed,
    content: 'The tide gauge must be calibrated every 30 days, in still water.',
  });
  await writeMemory(world, 'Write to alice@example.com about the pier.');

  const { documents } = await world.ask(
    'bob',
    '{ documents(first: 1, filter: { path: { eq: "charter.md" } }) { nodes { id wave { id } candidates(first: 1) { nodes { id extraction { id } } } } } }',
  );
  const [document] = documents.nodes;
  const [{ id: extracted, extraction }] = document.candidates.nodes;
  await act(world, 'bob', 'promoteCandidate', 'PromoteCandidateInput', { id: extracted });

  const { trace } = await act(
    world,
    'ingest-agent',
    'insertTrace',
    'InsertTraceInput',
    { taskClass: 'scrum_review', filePath: 'crates/queryd/src/service.rs', finalVerdict: 'accepted' },
    '... on InsertTracePayload { trace { id traceUid } }',
  );
  await act(world, 'ingest-agent', 'reviseTrace', 'ReviseTraceInput', {
    traceUid: trace.traceUid,
    finalVerdict: 'accepted with notes',
  });
  return {
    believed,
    candidate,
    contradiction: contradictions[0].id,
    extracted,
    document: document.id,
    wave: document.wave.id,
    extraction: extraction.id,
    began,
    ended: new Date().toISOString(),
    trace: trace.id,
  };
};
