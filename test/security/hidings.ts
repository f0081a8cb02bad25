import { hasAnyRole, hasRole, type Viewer } from '#domain/privacy/viewer.ts';
import { viewer } from '../support/gateway.ts';
import { decisionRecord } from '../support/story.ts';
import { type Shown, sharedProject, trace, twin } from './shown-part.ts';
import { type Part, type PartRunner, serves } from './world-part.ts';

/** A reason why something is hidden, and the canaries that are hidden for it. */
export interface Hiding extends Part {
  /** Stands in every text of its canaries, and in no other. */
  readonly word: string;
  /** Marks of its memories and interactions. */
  readonly marks: {
    readonly audience?: readonly string[];
    readonly isPersonal?: boolean;
    readonly sensitivityLabels?: readonly string[];
  };
  /** Sources of canaries: sources that the reason itself cannot hide are left out. */
  readonly sources: readonly ('document' | 'interaction' | 'extraction' | 'hand' | 'trace')[];
  /** False: none of them is ever promoted. */
  readonly isVouchedFor: boolean;
}

/** People who put canaries into the world see them; their visibility is not tested. */
const castOf = ({ tenant, marks: { audience = [], sensitivityLabels } }: Hiding) => {
  const person = (user: string, roles: Viewer['roles']) => viewer(user, roles, { tenant, groups: audience });
  return {
    // A policy that denies also denies the author.
    writer: person('wilma', sensitivityLabels ? ['admin', 'service'] : ['contributor', 'service']),
    rival: person('wanda', ['contributor']),
    // Every role at once: the reviewer who promotes sees it.
    keeper: person('kurt', ['admin', 'service', 'curator']),
  };
};

const decisions = (word: string) => [
  `We will read the tide gauges of ${word} at noon.`,
  `We will write to ${word}@example.com about every reading of ${word}.`,
  `We will keep the readings of ${word} for ten years.`,
];

/** Texts like the canaries', by somebody who does not know of them. */
export const saidAgain = (word: string) => ({
  record: decisionRecord(...decisions(word)),
  talk: `I prefer ${word} to tea on board.\n\n- [Component] The gauge of ${word} at the pier\n`,
  fact: twin(`said of ${word}`),
});

/** Promotes what may be promoted: a few wait, one is rejected, the rest is vouched for. */
const review = async (
  { does }: PartRunner,
  hiding: Hiding,
  items: readonly { readonly id: string }[],
): Promise<void> => {
  const { keeper } = castOf(hiding);
  for (const [at, { id }] of items.entries()) {
    if (at === 1) await does(keeper, 'rejectCandidate', { id, reason: `Not ${hiding.word}.` });
    else if (hiding.isVouchedFor && at !== 2) await does(keeper, 'promoteCandidate', { id });
  }
};

const plant = async (runner: PartRunner, hiding: Hiding): Promise<void> => {
  const { does } = runner;
  const { writer, keeper, rival } = castOf(hiding);
  const { word, marks, sources, isVouchedFor } = hiding;
  const { audience, isPersonal } = marks;
  const said = saidAgain(word);
  const more = { project: sharedProject };
  const hides = (source: Hiding['sources'][number]) => sources.includes(source);
  const taken: { id: string }[] = [];
  if (audience) await does(keeper, 'declareGroups', { groups: audience });

  if (hides('document')) {
    const { wave } = await does(writer, 'ingestDocuments', {
      ...more,
      documents: [
        { path: `adr/${word}.md`, content: said.record, ...(audience && { audience }) },
        {
          path: `${word}.md`,
          content: `# ${word}\n\n- [Component] The ${word} of the pier\n`,
          ...(audience && { audience }),
        },
      ],
    });
    taken.push(...wave.report.candidates.nodes);
    if (audience)
      await does(writer, 'ingestDocuments', {
        ...more,
        documents: [
          {
            path: `later/${word}.md`,
            content: decisionRecord(`We will ask ${word} before each tide.`),
            audience,
          },
        ],
        candidateLimit: 0,
      });
    if (audience)
      await does(rival, 'ingestDocuments', {
        ...more,
        documents: [{ path: `${word}.md`, content: `# ${word}\n\nNo ${word}.\n`, audience }],
      });
  }
  if (hides('interaction')) {
    const { interaction, report } = await does(writer, 'recordInteraction', {
      ...more,
      content: said.talk,
      capturedIn: word,
      subjectId: word,
      extract: true,
      ...(audience && { audience }),
      ...(isPersonal && { isPersonal }),
    });
    taken.push(...report.candidates.nodes);
    if (hides('extraction') && !isPersonal) {
      const recorded = await does(writer, 'recordExtraction', {
        extractorVersion: 'reader-1',
        schemaName: `invoice of ${word}`,
        payload: { total: word },
        fieldConfidence: [{ field: word, confidence: 0.4 }],
        sourceId: interaction.id,
      });
      await does(keeper, 'decideWorkflowItem', {
        id: recorded.workflowItem.id,
        decision: 'REJECT',
        note: `No ${word}.`,
      });
    }
  }
  await review(runner, hiding, taken);

  const byHand = async (project: string, content: string, domain = word): Promise<string> => {
    const { memory } = await does(writer, 'createMemory', {
      project,
      kind: 'FACT',
      content,
      summary: `${word} in short.`,
      subjectId: word,
      domain,
      tags: [word],
      ...marks,
    });
    return memory.id;
  };
  const twinId = await byHand('twins', said.fact);
  const factId = await byHand(sharedProject, `The skipper of ${word} reads the gauges.`);
  if (serves('detectContradictions')) {
    // Same visibility as the shown items, where status alone hides it.
    for (const mass of ['7.2', '8.1']) {
      const memoryId = await byHand('piers', `The mass of the lamp is ${mass} kg, says ${word}.`, 'piers');
      await does(keeper, 'detectContradictions', { memoryId });
    }
  }
  if (!isVouchedFor) return;
  for (const id of [twinId, factId]) await does(keeper, 'promoteCandidate', { id });
  await does(writer, 'recordEvidence', {
    memoryId: factId,
    detectionType: 'CONFIRMATION',
    userQuote: `Yes, ${word}.`,
    sourceRef: word,
  });
  await does(keeper, 'voteMemory', { id: factId, vote: 'UP' });
  await does(writer, 'editItem', {
    id: await byHand(sharedProject, `The first ${word}.`),
    content: `The second ${word}.`,
  });
  if (!isPersonal) {
    await does(keeper, 'mandateMemory', { id: twinId, mandatory: true });
    const { item: entity } = await does(keeper, 'proposeGraduation', {
      memoryId: factId,
      entityType: 'PROCESS',
      name: `Reading of ${word}`,
    });
    await does(keeper, 'promoteCandidate', { id: entity.id });
  }
  if (hides('trace')) {
    const { trace: inserted } = await does(writer, 'insertTrace', trace(word, 'none'));
    await does(writer, 'recordReplay', { traceUid: inserted.traceUid, succeeded: true });
    await does(keeper, 'setProjectState', { ...more, category: word, key: word, value: word });
  }
};

/** Ties a canary to what is shown, wherever that leaves the shown one as it was. */
const link = async ({ does, asks }: PartRunner, hiding: Hiding, shown: Shown): Promise<void> => {
  const { writer, keeper } = castOf(hiding);
  const { audience } = hiding.marks;
  if (hiding.sources.includes('document'))
    await does(writer, 'ingestDocuments', {
      project: sharedProject,
      documents: [{ path: `open/${hiding.word}.md`, content: `# ${hiding.word}\n`, audience }],
      waveId: shown.openWaveId,
      extract: false,
    });
  const { entities } = await asks(keeper, 'Entities', { filter: { status: { eq: 'ACTIVE' } }, first: 100 });
  const [one, other] = entities.nodes.filter(({ name, content }: { name: string; content: string }) =>
    `${name} ${content}`.includes(hiding.word),
  );
  if (one === undefined) return;
  await does(keeper, 'relateEntities', { fromId: shown.entityId, toId: one.id, relation: 'DEPENDS_ON' });
  await does(keeper, 'relateEntities', { fromId: one.id, toId: shown.entityId, relation: 'RELATED_TO' });
  if (other) await does(keeper, 'supersede', { id: other.id, supersededById: shown.entityId });
};

/** Puts the canaries of a hiding into a world; `shown` is null where nothing of their own tenant is shown. */
export const hide = async (runner: PartRunner, hiding: Hiding, shown: Shown | null): Promise<void> => {
  await plant(runner, hiding);
  if (shown && hiding.tenant === 'acme') await link(runner, hiding, shown);
};

const isOfAcme = ({ tenant }: Viewer) => tenant === 'acme';
const all = { isVouchedFor: true, marks: {}, tenant: 'acme' } as const;

/** Why something may be hidden: one entry a reason. Those that fewer people see through come first: all are asked less often. */
export const hidings: readonly Hiding[] = [
  {
    ...all,
    name: 'of another tenant',
    word: 'quokka',
    tenant: 'globex',
    sources: ['document', 'interaction', 'extraction', 'hand', 'trace'],
    seenBy: ({ tenant }: Viewer) => tenant === 'globex',
  },
  {
    ...all,
    name: 'personal',
    word: 'wombat',
    marks: { isPersonal: true },
    sources: ['interaction', 'hand'],
    seenBy: (who: Viewer) => isOfAcme(who) && hasRole(who, 'admin'),
  },
  ...(serves('setLabelPolicy')
    ? [
        {
          ...all,
          name: 'denied by policy',
          word: 'potoroo',
          marks: { sensitivityLabels: ['sealed.vault'] },
          sources: ['hand'],
          seenBy: (who: Viewer) => isOfAcme(who) && hasRole(who, 'admin'),
        } satisfies Hiding,
      ]
    : []),
  {
    ...all,
    name: 'for an audience',
    word: 'bilby',
    marks: { audience: ['board'] },
    sources: ['document', 'interaction', 'extraction', 'hand'],
    seenBy: (who: Viewer) => isOfAcme(who) && (hasRole(who, 'admin') || who.groups.includes('board')),
  },
  {
    ...all,
    name: 'not vouched for',
    word: 'numbat',
    sources: ['interaction', 'extraction', 'hand'],
    isVouchedFor: false,
    seenBy: (who: Viewer) => isOfAcme(who) && hasAnyRole(who, ['reviewer', 'auditor', 'admin']),
  },
];
