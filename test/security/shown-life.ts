import { people } from '../support/gateway.ts';
import type { Answer } from '../support/story.ts';
import type { PartRunner } from './world-part.ts';

const project = 'locks';

/** A record of the lock as it stood: the pressure changes from version to version. */
const lockRecord = (pressure: number): string => `# Lock

- Status: Accepted
- Date: 2026-01-05

## Decision

We will close the lock at ${pressure} bar.

We decided to:

- open the lock by hand in winter

The keepers agreed on this:

- The boats of the lock are counted every day.
`;

const valves = (above: string): string =>
  `# Valves\n\n${above}- [Component] The valve of the lock\n- [Component] The wheel of the lock\n- [Component] The chain of the lock\n`;

/** Later life of believed items: sources change, items are verified, owned, retired, withheld and delivered. */
export const shownLife = async ({ does, asks, reads }: PartRunner): Promise<void> => {
  const { reader, service, contributor, reviewer, admin } = people;
  const ingest = async (path: string, content: string): Promise<Answer[]> => {
    const { wave } = await does(service, 'ingestDocuments', { project, documents: [{ path, content }] });
    await does(reviewer, 'stopExtraction', { waveId: wave.id });
    return wave.report.candidates.nodes;
  };
  const deliver = `mutation { deliverBundle(input: { project: "${project}", task: "close the lock" }) { ... on DeliverBundlePayload { receipt { id } } } }`;

  const found = await ingest('lock.md', lockRecord(8));
  const idOf = (words: string): string => found.find(({ content }) => content.includes(words))?.id ?? words;
  const [bar, winter, boats] = ['8 bar', 'winter', 'boats'].map(idOf);
  for (const id of [bar, winter, boats]) await does(reviewer, 'promoteCandidate', { id });
  await reads(service, deliver);
  await does(reviewer, 'setOwner', { id: bar, owner: { kind: 'USER', name: 'carol' } });
  await does(reviewer, 'verify', { id: bar, note: 'Read at the gauge.' });
  const holding = { holdsFrom: '2026-01-01T00:00:00Z', holdsUntil: '2027-01-01T00:00:00Z' };
  await does(reviewer, 'setHolding', { id: bar, ...holding });
  const { interaction } = await does(service, 'recordInteraction', {
    project,
    content: 'The keeper closes the lock at 8 bar.',
  });
  await does(contributor, 'recordEvidence', {
    memoryId: bar,
    detectionType: 'CONFIRMATION',
    userQuote: 'At 8 bar.',
    sourceRef: interaction.id,
  });
  await does(reader, 'disputeMemory', { id: bar, quote: 'It is less.', reference: 'the log' });
  await does(reviewer, 'settleDispute', { id: bar, verdict: 'DISMISSED', note: 'It was read again.' });
  await does(reader, 'disputeMemory', {
    id: bar,
    quote: 'Less.',
    statement: 'The lock is closed by the moon.',
  });
  await does(reviewer, 'commentOnItem', {
    id: bar,
    text: 'Who reads the gauge?',
    addressee: contributor.user,
  });
  await does(reviewer, 'retire', { id: winter, reason: 'A motor opens it.' });
  await does(reviewer, 'supersede', { id: boats, supersededById: bar });
  const { memory } = await does(contributor, 'createMemory', {
    project,
    kind: 'FACT',
    content: 'The lock is lit at night.',
  });
  await does(reviewer, 'promoteCandidate', { id: memory.id });
  await does(reviewer, 'returnToCandidate', { id: memory.id, reason: 'Nobody has seen it lit.' });
  // Before its source changes: an edit after that would end the offer of the new wording.
  // The first tidies; the second says more, and is a candidate.
  await does(reviewer, 'editItem', { id: bar, content: 'We will close a lock at 8 bar.' });
  await does(reviewer, 'editItem', { id: bar, content: 'We will close the lock at 8 bar at most.' });
  await ingest('lock.md', lockRecord(9));

  const [valve, wheel, chain] = await ingest('valves.md', valves(''));
  for (const { id } of [valve, wheel, chain]) await does(reviewer, 'promoteCandidate', { id });
  await does(reviewer, 'returnToCandidate', { id: chain.id, reason: 'It is not there yet.' });
  await does(reviewer, 'setOwner', { id: valve.id, owner: { kind: 'GROUP', name: 'crew' } });
  await does(reviewer, 'setHolding', { id: valve.id, ...holding });
  await does(reviewer, 'verify', { id: valve.id, verifyBy: '2026-12-24T00:00:00Z' });
  await does(reviewer, 'retire', { id: wheel.id, reason: 'It was taken off.' });

  await ingest('valves.md', valves('Both are of brass.\n\n'));

  const { inbox } = await asks(reviewer, 'Inbox', { first: 2 });
  await does(reviewer, 'claimInboxItem', { id: inbox.nodes[0].id });
  await does(reviewer, 'snoozeInboxItem', { id: inbox.nodes[1].id, until: '2026-03-28T00:00:00Z' });

  for (const path of ['withheld.md', 'given-back.md']) {
    const [item] = await ingest(
      path,
      `# ${path}\n\n## Decision\n\nWe will paint the gate of ${path} green.\n`,
    );
    const { memory } = await asks(reviewer, 'Provenance', { id: item.id });
    const { quarantine } = await does(admin, 'quarantine', {
      of: { documentId: memory.source.document.id },
      reason: 'It was a draft.',
    });
    if (path === 'given-back.md') await does(admin, 'releaseQuarantine', { id: quarantine.id });
  }
  await does(reviewer, 'editItem', { id: memory.id, content: 'At night, the lock is lit.' });

  // Changes by somebody who does not own the sources: one accepted, one declined, two that wait.
  const sends = async (path: string): Promise<string> => {
    const documents = [{ path, content: lockRecord(7), kind: 'DECISION', updatedAt: '2026-01-04T00:00:00Z' }];
    await does(contributor, 'ingestDocuments', { project, documents });
    const { sourceChanges } = await reads(
      contributor,
      '{ sourceChanges(filter: { waiting: true }) { nodes { id } } }',
    );
    return sourceChanges.nodes[0].id;
  };
  await does(service, 'acceptSourceChange', { id: await sends('withheld.md') });
  await does(reviewer, 'declineSourceChange', { id: await sends('lock.md'), reason: 'It is at 9 bar.' });
  await sends('lock.md');
  await does(contributor, 'withdrawDocuments', { project, paths: ['given-back.md'] });
  await does(reviewer, 'detectContradictions', { memoryId: bar });
  // One of the newest events has values before and after.
  await does(reviewer, 'setHolding', { id: valve.id, ...holding, holdsUntil: '2028-01-01T00:00:00Z' });
};
