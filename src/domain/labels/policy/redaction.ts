import { maskJson, policyMask } from '#domain/labels/policy/mask.ts';

/** The words of a memory or an entity, as far as it has them. */
interface ItemWords {
  readonly content: string;
  readonly summary?: string | null;
  readonly name?: string;
  readonly spanText: string | null;
  readonly context?: unknown;
  readonly furtherSpans?: unknown;
  readonly rejectionReason: string | null;
  readonly retirementReason: string | null;
  readonly returnReason: string | null;
}

const masked = <Words extends string | null>(words: Words) => (words === null ? words : policyMask);

/**
 * The item without its words: content, summary, name, quotes of the source and what stands around them, and what a
 * reviewer said of them.
 */
export const redactItem = <Item extends ItemWords>(item: Item): Item & { readonly redacted: true } => ({
  ...item,
  content: policyMask,
  ...(item.summary === undefined ? {} : { summary: masked(item.summary) }),
  ...(item.name === undefined ? {} : { name: policyMask }),
  spanText: masked(item.spanText),
  ...(item.context === undefined ? {} : { context: null }),
  ...(item.furtherSpans === undefined ? {} : { furtherSpans: null }),
  rejectionReason: masked(item.rejectionReason),
  retirementReason: masked(item.retirementReason),
  returnReason: masked(item.returnReason),
  redacted: true,
});

/** Recorded fields of an item that contain none of its wording: ids, states, labels, dates. Any other field may quote it. */
const wordlessFields: readonly string[] = [
  'status',
  'code',
  'deferredUntil',
  'supersededById',
  'graduatedFromId',
  'proposedId',
  'evidenceId',
  'counterId',
  'openDisputes',
  'verdict',
  'reportId',
  'sourceState',
  'documentId',
  'toId',
  'relation',
  'extractorVersion',
  'detectionType',
  'vote',
  'sensitivityLabels',
  'suggestedLabels',
  'audience',
  'visibilityKey',
  'extractionId',
  'idempotencyKey',
  'routingVersion',
  'decidedBy',
  'decidedAt',
];

/** A recorded item, without the words of a redacted one. */
export const redactRecord = (recorded: unknown): unknown =>
  typeof recorded === 'object' && recorded !== null && !Array.isArray(recorded)
    ? Object.fromEntries(
        Object.entries(recorded).map(([field, value]) => [
          field,
          wordlessFields.includes(field) ? value : maskJson(value, () => policyMask),
        ]),
      )
    : maskJson(recorded, () => policyMask);
