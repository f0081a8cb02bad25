import type { MeaningUse } from '#domain/retrieval/meaning.ts';
import { type Ask, payloadOf } from './ask.ts';

/** The calls of agents, each one operation of the public schema; MCP and plain HTTP offer the same. */

const refusal = '__typename ... on UserError { code message }';

export interface BundleCall {
  readonly task?: string | undefined;
  readonly project?: string | undefined;
  readonly subjectId?: string | undefined;
  readonly tokenBudget?: number | undefined;
}

export interface GivenBundle {
  readonly text: string;
  readonly tokensUsed: number;
  readonly overBudget: boolean;
  readonly items: readonly {
    readonly memory: {
      readonly id: string;
      readonly kind: string;
      readonly content: string;
      readonly project: { readonly name: string };
    };
    readonly reason: string;
    readonly rank: { readonly score: number; readonly confidence: number };
    readonly warnings: readonly { readonly kind: string; readonly message: string }[];
  }[];
  readonly excluded: readonly { readonly reason: string; readonly count: number }[];
}

const deliverBundle = `mutation DeliverBundle($input: DeliverBundleInput!) { deliverBundle(input: $input) { ${refusal}
  ... on DeliverBundlePayload { receipt { id } bundle { text tokensUsed overBudget
    items { memory { id kind content project { name } } reason rank { score confidence } warnings { kind message } }
    excluded { reason count } } } } }`;

/** Gives what a task needs, with the id of its receipt. */
export const getBundle = async (
  ask: Ask,
  input: BundleCall,
): Promise<GivenBundle & { readonly receiptId: string }> => {
  const { deliverBundle: answer } = await ask<{
    deliverBundle: { receipt: { id: string }; bundle: GivenBundle };
  }>(deliverBundle, { input });
  const { receipt, bundle } = payloadOf(answer);
  return { receiptId: receipt.id, ...bundle };
};

/** Kinds of things that a search looks for, by their names in the API. */
export const searchKinds = ['MEMORY', 'ENTITY', 'DOCUMENT', 'INTERACTION', 'PATHWAY_TRACE'] as const;

export const searchEverything = `query Search($words: String!, $kinds: [SearchKind!], $project: String, $first: Int!) {
  search(query: $words, kinds: $kinds, project: $project, first: $first) { totalCount totalCountIsExact meaning
    nodes { kind rank excerpt { text } section { headingPath } item { __typename
      ... on Memory { id memoryKind: kind status content project { name } confidence }
      ... on Entity { id entityType status name content project { name } }
      ... on Document { id path title project { name } }
      ... on Interaction { id occurredAt project { name } }
      ... on PathwayTrace { id filePath taskClass } } } } }`;

export interface FoundThing {
  readonly kind: (typeof searchKinds)[number];
  readonly rank: number;
  readonly excerpt: { readonly text: string };
  readonly section: { readonly headingPath: readonly string[] } | null;
  readonly item: {
    readonly id: string;
    readonly status?: string;
    readonly memoryKind?: string;
    readonly confidence?: number;
    readonly content?: string;
    readonly name?: string;
    readonly path?: string;
    readonly occurredAt?: string;
  };
}

export interface FoundThings {
  readonly search: {
    readonly totalCount: number;
    readonly totalCountIsExact: boolean;
    readonly meaning: MeaningUse | null;
    readonly nodes: readonly FoundThing[];
  };
}

/** The kind of what was found, as it is shown: of a memory its own. */
export const shownKind = ({ kind, item }: FoundThing): string => item.memoryKind ?? kind;

/** A found thing in words: a statement whole, of a source its place and the piece that answers. */
export const foundText = ({ item, section, excerpt }: FoundThing): string => {
  const { name, content, path, occurredAt } = item;
  if (content !== undefined) return name === undefined ? content : `${name}: ${content}`;
  const place = path === undefined ? occurredAt : [path, ...(section?.headingPath ?? [])].join(' › ');
  return place === undefined ? excerpt.text : `${place}: ${excerpt.text}`;
};

const byWords: Readonly<Partial<Record<MeaningUse, string>>> = {
  LOADING: ' By words alone: vectors are being read.',
  TOO_MANY: ' By words alone: there are more vectors than are compared.',
  UNAVAILABLE: ' By words alone: what is looked for has no vector now.',
};

/** How much was found, in words, and what it was not looked for by. */
export const foundSum = ({ totalCount, totalCountIsExact, meaning }: FoundThings['search']): string =>
  `${totalCount}${totalCountIsExact ? '' : ' or more'} found.${meaning === null ? '' : (byWords[meaning] ?? '')}`;

export const explainItem = `query Explain($id: ID!) { node(id: $id) { __typename
  ... on Memory { id kind status content project { name } effectiveConfidence { value } mandatory stale validFrom validUntil
    contributor { name } createdAt reviewedBy { name } reviewedAt
    sourceSpan { text speaker } source { ...Place }
    supersededBy { id content } evidence(first: 10) { totalCount nodes { detectionType createdAt } }
    contradictions(first: 5) { nodes { status } } }
  ... on Entity { id entityType status name content project { name } contributor { name } createdAt reviewedBy { name } reviewedAt
    source { ...Place } } } }
  fragment Place on Source { ... on Chunk { headingPath document { path } } ... on Interaction { occurredAt } }`;

export interface ExplainedItem {
  readonly __typename: string;
  readonly id: string;
  readonly kind?: string;
  readonly entityType?: string;
  readonly name?: string;
  readonly status: string;
  readonly content: string;
  readonly project: { readonly name: string };
  readonly effectiveConfidence?: { readonly value: number };
  readonly mandatory?: boolean;
  readonly stale?: boolean;
  readonly validFrom?: string | null;
  readonly validUntil?: string | null;
  readonly contributor: { readonly name: string };
  readonly createdAt: string;
  readonly reviewedBy: { readonly name: string } | null;
  readonly reviewedAt: string | null;
  readonly sourceSpan?: { readonly text: string; readonly speaker: string | null } | null;
  readonly source: {
    readonly headingPath?: readonly string[];
    readonly document?: { readonly path: string } | null;
    readonly occurredAt?: string;
  } | null;
  readonly supersededBy?: { readonly id: string; readonly content: string } | null;
  readonly evidence?: { readonly totalCount: number };
  readonly contradictions?: { readonly nodes: readonly { readonly status: string }[] };
}

/** Says in words how an item came to be, one fact a line. */
export const explanationOf = (item: ExplainedItem): string => {
  const { source, sourceSpan, reviewedBy, supersededBy } = item;
  const place = source?.document
    ? `Read from ${[source.document.path, ...(source.headingPath ?? [])].join(' › ')}.`
    : source?.occurredAt
      ? `Read from a conversation of ${source.occurredAt}.`
      : 'Written by hand, without a source.';
  return [
    `${item.id} is ${item.kind ?? item.entityType} of the project ${item.project.name}, with the status ${item.status}.`,
    ...(item.effectiveConfidence ? [`Confidence now: ${item.effectiveConfidence.value}.`] : []),
    ...(item.mandatory ? ['An admin mandated it.'] : []),
    ...(item.stale ? ['Its source has changed since, or its verification is overdue.'] : []),
    place,
    ...(sourceSpan?.speaker ? [`Said by ${sourceSpan.speaker}.`] : []),
    `Contributed by ${item.contributor.name} at ${item.createdAt}.`,
    reviewedBy ? `Decided by ${reviewedBy.name} at ${item.reviewedAt}.` : 'Nobody has decided about it yet.',
    ...(item.evidence ? [`Records of evidence: ${item.evidence.totalCount}.`] : []),
    ...(item.contradictions?.nodes.some(({ status }) => status === 'OPEN')
      ? ['It stands in an open contradiction.']
      : []),
    ...(supersededBy ? [`Superseded by ${supersededBy.id}.`] : []),
  ].join('\n');
};

export const createMemory = `mutation Propose($input: CreateMemoryInput!) { createMemory(input: $input) { ${refusal} ... on MemoryPayload { memory { id status } } } }`;

const recordInteraction = `mutation Record($input: RecordInteractionInput!) { recordInteraction(input: $input) { ${refusal}
  ... on RecordInteractionPayload { interaction { id } report { persisted dropped } } } }`;

export interface InteractionCall {
  readonly project: string;
  readonly content: string;
  readonly subjectId?: string | undefined;
  readonly capturedIn?: string | undefined;
  readonly occurredAt?: string | undefined;
  readonly isPersonal?: boolean | undefined;
  readonly idempotencyKey?: string | undefined;
}

export interface RecordedInteraction {
  readonly interaction: { readonly id: string } | null;
  readonly report: { readonly persisted: number; readonly dropped: number } | null;
}

/** Stores a conversation and reads it: what it states becomes candidates, which people decide about. */
export const addInteraction = async (ask: Ask, input: InteractionCall): Promise<RecordedInteraction> => {
  const { recordInteraction: answer } = await ask<{ recordInteraction: RecordedInteraction }>(
    recordInteraction,
    { input: { ...input, extract: true } },
  );
  const { interaction, report } = payloadOf(answer);
  return { interaction, report };
};

export const checkReceipt = `query Receipt($receipt: ID!, $task: String) { bundleChanges(receipt: $receipt, task: $task) {
  ended { id reason replacedBy { id content } } changed { id content } contradicted { id } added { id content } } }`;

export interface ReceiptChanges {
  readonly ended: readonly {
    readonly id: string;
    readonly reason: string;
    readonly replacedBy: { readonly id: string } | null;
  }[];
  readonly changed: readonly { readonly id: string }[];
  readonly contradicted: readonly { readonly id: string }[];
  readonly added: readonly { readonly id: string }[];
}

const disputeMemory = `mutation Dispute($input: DisputeMemoryInput!) { disputeMemory(input: $input) { ${refusal} ... on DisputeMemoryPayload { counterStatement { id } } } }`;

export interface DisputeCall {
  readonly id: string;
  readonly quote?: string | undefined;
  readonly reference?: string | undefined;
  readonly statement?: string | undefined;
  readonly idempotencyKey?: string | undefined;
}

/** Says that a believed memory does not hold; reviewers settle it. */
export const dispute = async (
  ask: Ask,
  input: DisputeCall,
): Promise<{ readonly counterStatement: { readonly id: string } | null }> => {
  const { disputeMemory: answer } = await ask<{ disputeMemory: { counterStatement: { id: string } | null } }>(
    disputeMemory,
    { input },
  );
  const { counterStatement } = payloadOf(answer);
  return { counterStatement };
};
