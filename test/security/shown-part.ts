import { people } from '../support/gateway.ts';
import { decisionRecord } from '../support/story.ts';
import { shownLife } from './shown-life.ts';
import { has, type PartRunner, serves } from './world-part.ts';

/** Visible things that hidden ones are tied to. */
export interface Shown {
  readonly entityId: string;
  /** A wave that has not been extracted yet. */
  readonly openWaveId: string;
  readonly memoryId: string;
}

/** A statement that several people say in nearly the same words. */
export const twin = (mark: string): string => `The tide gauge at the north pier is read at noon, ${mark}.`;
/** Project in which all parts say nearly the same. */
export const sharedProject = 'tides';

export const trace = (word: string, chunkId: string) => ({
  taskClass: `review ${word}`,
  filePath: `crates/${word}/src/lib.rs`,
  signalClass: 'CONVERGING',
  subjectIds: ['skipper'],
  reducerSummary: `What ${word} came to.`,
  finalVerdict: `Keep ${word}.`,
  semanticFlags: ['OffByOne'],
  ladderAttempts: [{ rung: 0, model: word, latencyMs: 5, accepted: false, rejectReason: 'Too short.' }],
  kbChunks: [{ sourceDoc: word, chunkId, cosineScore: 0.5, rank: 1 }],
  observerSignals: [{ class: 'CONVERGING', priors: [word], priorIterOutcomes: ['none'] }],
  bridgeHits: [{ library: word, version: '1', resultSummary: 'Mail skipper@example.com.' }],
  subPipelineCalls: [{ pipeline: 'extract', resultSummary: word }],
  auditConsensus: { pass: false, models: ['a', 'b'], disagreements: [word] },
  typeHintsUsed: [{ symbol: word, typeRepr: 'u8', source: 'lsp' }],
  bugFingerprints: [{ flag: 'OffByOne', patternKey: word, occurrences: 2, example: word }],
});

/** The part that the tenant acme shows: something of every type, with every field of it filled by somebody. */
export const shownPart = async (runner: PartRunner): Promise<Shown> => {
  const { does, asks, reads } = runner;
  const { service, contributor, reviewer, admin, curator } = people;
  await does(admin, 'declareGroups', { groups: ['board', 'crew'] });

  const record = {
    path: 'adr/0001.md',
    content: decisionRecord(
      'We will read the tide gauges at noon.',
      'We will write to skipper@example.com about every reading.',
      'We will keep the readings for ten years.',
      'We will paint the mooring posts yellow.',
      'Too short',
    ),
    updatedAt: '2026-02-20T00:00:00Z',
  };
  const partsList = {
    path: 'parts.md',
    content:
      '# Parts\n\n- [Component] The tide gauge at the pier\n- [Component] The mooring post of the pier\n- [Interface] The cable to the harbour, call +1 415 555 0123\n- [Component] The lamp above the gauge, ask mate@example.com\n\nMass = 4.8 kg\n',
  };
  const { wave } = await does(service, 'ingestDocuments', {
    project: sharedProject,
    documents: [record, partsList],
  });
  const found: { id: string; content: string; __typename: string }[] = wave.report.candidates.nodes;
  const idOf = (words: string) => found.find(({ content }) => content.includes(words))?.id ?? words;
  const [noon, mail, years, posts] = ['at noon', 'skipper', 'ten years', 'yellow'].map(idOf);
  const [gauge, post, cable, lamp, mass] = [
    'gauge at the pier',
    'mooring post of',
    'cable',
    'lamp',
    '4.8',
  ].map(idOf);
  const { wave: openWave } = await does(service, 'ingestDocuments', {
    project: sharedProject,
    documents: [
      { path: 'open.md', content: '# Open\n\nNothing was decided yet.\n' },
      { path: 'adr/0002.md', content: '# 2. Pens\n\nSupersedes: ADR 1\n\nNothing was decided yet.\n' },
    ],
    extract: false,
  });
  await does(service, 'ingestDocuments', {
    project: sharedProject,
    documents: [
      { ...record, path: 'adr/0001-again.md' },
      { ...partsList, path: 'parts-again.md' },
    ],
  });

  await does(service, 'ingestDocuments', {
    project: sharedProject,
    documents: [{ path: 'adr/0003.md', content: decisionRecord('We will ask the pilots before each tide.') }],
    candidateLimit: 0,
  });

  for (const id of [noon, mail]) await does(reviewer, 'promoteCandidate', { id });
  await does(reviewer, 'rejectCandidate', {
    id: years,
    reason: 'Five are enough.',
    rejectionKind: 'OUT_OF_DATE',
  });
  for (const id of [posts, mass])
    await does(reviewer, 'deferCandidate', { id, until: '2026-12-01T00:00:00Z' });
  await does(reviewer, 'promoteLabels', { id: mail, labels: ['pii.email'] });
  await does(reviewer, 'promoteLabels', { id: lamp, labels: ['pii.email'] });
  for (const id of [gauge, post, cable]) await does(reviewer, 'promoteCandidate', { id });
  await does(reviewer, 'rejectCandidate', {
    id: lamp,
    reason: 'There is no lamp.',
    rejectionKind: 'NOT_TRUE',
  });
  await does(reviewer, 'relateEntities', { fromId: gauge, toId: post, relation: 'PART_OF' });
  await does(reviewer, 'supersede', { id: cable, supersededById: post });

  const written = await does(contributor, 'createMemory', {
    project: sharedProject,
    kind: 'FACT',
    content: 'The skipper reads the gauges, call +1 415 555 0199.',
    summary: 'Who reads the gauges.',
    subjectId: 'skipper',
    domain: 'harbour',
    tags: ['people'],
    sensitivityLabels: ['staff'],
  });
  const memoryId: string = written.memory.id;
  await does(contributor, 'editItem', {
    id: memoryId,
    content: 'The skipper reads all gauges, call +1 415 555 0199.',
  });
  await does(reviewer, 'promoteCandidate', { id: memoryId, expectedRevision: 2 });
  await does(contributor, 'recordEvidence', {
    memoryId,
    detectionType: 'CONFIRMATION',
    userQuote: 'Yes, the skipper.',
    sourceRef: 'a talk',
  });
  await does(service, 'recordEvidence', {
    memoryId,
    detectionType: 'CORRECTION',
    sourceUser: 'dora',
    sourceRef: 'a call',
  });
  for (const [who, vote] of [
    [contributor, 'UP'],
    [reviewer, 'DOWN'],
  ] as const)
    await does(who, 'voteMemory', { id: memoryId, vote });
  await does(admin, 'mandateMemory', { id: memoryId, mandatory: true });
  for (let number = 1; number <= 7; number += 1)
    await does(contributor, 'createMemory', {
      project: 'twins',
      kind: 'FACT',
      content: twin(`said ${number}`),
      summary: number === 1 ? 'Write to mate@example.com.' : null,
    });

  // A label is suggested for it, and nobody decides.
  await does(contributor, 'createMemory', {
    project: 'twins',
    kind: 'FACT',
    content: 'Write to the cook, cook@example.com, about the tea.',
  });

  const proposed = await does(reviewer, 'proposeGraduation', {
    memoryId: mail,
    entityType: 'PROCESS',
    name: 'Reading at noon',
  });
  await does(admin, 'promoteCandidate', { id: proposed.item.id });

  await does(contributor, 'recordInteraction', {
    project: sharedProject,
    subjectId: 'skipper',
    capturedIn: 'radio',
    content:
      'Dora: I prefer tea to coffee on board.\n\nEmil: We will use the north pier in winter.\n\n- [Component] The radio of the pier\n',
    extract: true,
  });

  // A contributor writes for groups of their own.
  const ofCrew = { ...contributor, groups: ['crew'] };
  await does(ofCrew, 'recordInteraction', {
    project: sharedProject,
    content: 'The crew meets at the north pier.',
    audience: ['crew'],
  });
  const { interaction } = await does(service, 'recordInteraction', {
    project: sharedProject,
    content: 'The invoice of the harbour is about 12.5.',
  });
  const recorded = await does(service, 'recordExtraction', {
    extractorVersion: 'reader-1',
    schemaName: 'invoice',
    payload: { total: 12.5 },
    fieldConfidence: [{ field: 'total', confidence: 0.4 }],
    guardrailFlags: ['currency'],
    sourceId: interaction.id,
  });
  await does(reviewer, 'decideWorkflowItem', {
    id: recorded.workflowItem.id,
    decision: 'APPROVE',
    note: 'It adds up.',
  });
  await does(service, 'recordExtraction', {
    extractorVersion: 'reader-1',
    schemaName: 'vouch.statements',
    project: sharedProject,
    payload: {
      statements: [
        { kind: 'FACT', content: 'The harbour office opens at eight.' },
        { kind: 'FACT', content: 'The harbour office closes at four.' },
        { kind: 'FACT', content: 'The harbour office closes at four.' },
      ],
    },
    fieldConfidence: [{ field: 'content', confidence: 0.9 }],
  });

  for (const value of ['manual', 'automatic'])
    await does(curator, 'setProjectState', {
      project: sharedProject,
      category: 'gauges',
      key: 'reading',
      value,
      note: `It is ${value}.`,
    });

  const { candidates } = await asks(reviewer, 'Candidates', { filter: { waveId: { eq: wave.id } } });
  const chunkId = candidates.nodes[0].source.id;
  const inserted = await does(service, 'insertTrace', trace('queryd', chunkId));
  const { traceUid } = inserted.trace;
  await does(service, 'recordReplay', { traceUid, succeeded: true });
  await does(service, 'reviseTrace', { traceUid, semanticFlags: ['DeadCode'] });
  const { trace: root } = await does(service, 'insertTrace', trace('other', chunkId));
  for (let times = 0; times < 3; times += 1)
    await does(service, 'recordReplay', { traceUid: root.traceUid, succeeded: false });

  if (serves('setDomainKeywords'))
    await does(admin, 'setDomainKeywords', {
      entries: [{ domain: 'weather', keywords: ['gale'], tags: ['wind'] }],
    });
  if (serves('setSourceOwners'))
    await does(admin, 'setSourceOwners', {
      rules: [{ project: 'vaults', prefix: 'vault/', users: ['dora'], groups: ['vaulters'] }],
    });
  if (serves('setLabelPolicy'))
    await does(admin, 'setLabelPolicy', {
      mode: 'ENFORCE',
      rules: [
        { id: 'sealed', anyLabel: ['sealed.vault'], notRoles: ['admin'], action: 'DENY' },
        { id: 'idle', allLabels: ['idle.a', 'idle.b'], roles: ['reader'], users: ['dora'], action: 'REDACT' },
      ],
    });
  if (has('BundleReceipt')) {
    await reads(
      service,
      'mutation { deliverBundle(input: { project: "tides", subjectId: "skipper" }) { __typename } }',
    );
    await does(reviewer, 'editItem', { id: memoryId, content: 'The skipper reads all gauges.' });
  }
  if (serves('resolveContradiction')) {
    const found: { id: string }[] = [];
    for (const said of [
      'The mass of the lamp is 4.8 kg.',
      'The mass of the lamp is 5.6 kg.',
      'The mass of the lamp is 6.4 kg.',
    ]) {
      const { memory } = await does(contributor, 'createMemory', {
        project: 'piers',
        kind: 'FACT',
        content: said,
        domain: 'piers',
      });
      await does(reviewer, 'promoteCandidate', { id: memory.id });
      found.push(...(await does(reviewer, 'detectContradictions', { memoryId: memory.id })).contradictions);
    }
    await does(reviewer, 'resolveContradiction', {
      id: found[0]?.id,
      action: 'KEPT_A',
      note: 'It was weighed.',
    });
  }
  await shownLife(runner);
  return { entityId: gauge ?? '', openWaveId: openWave.id, memoryId };
};
