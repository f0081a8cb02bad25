import { z } from 'zod';
import { maxContentLength } from '#application/text-limits.ts';
import { DomainError } from '#domain/domain-error.ts';
import { entityTypes, memoryKinds } from '#domain/ingestion/kinds.ts';
import type { StatementType } from '#domain/ingestion/rules/extraction-rule.ts';

/** The schema whose payload yields candidates. */
export const statementSchema = 'vouch.statements';

/** At most what one pass may write. */
const maxStatements = 50;

/** One statement of a payload. */
export type PayloadStatement = StatementType & {
  readonly content: string;
  /** UTF-16 code units into the source's text; null where the payload has no span. */
  readonly start: number | null;
  readonly end: number | null;
  /** The text that an extractor of ours claims, where they are not the content. */
  readonly quote: string | null;
};

const words = z
  .string('is not a text')
  .max(maxContentLength, `is longer than ${maxContentLength} characters; shorten it or split it`)
  .refine((value) => value.trim() !== '', 'is empty; give it a text');
const offset = z.int('is not a whole number of UTF-16 code units').optional();

const unknownMember = 'has members other than kind or entityType, name, content, start, end, or is no object';

const payloadShape = z.strictObject(
  {
    statements: z
      .array(
        z
          .strictObject(
            {
              kind: z.enum(memoryKinds, `is none of ${memoryKinds.join(', ')}`).optional(),
              entityType: z.enum(entityTypes, `is none of ${entityTypes.join(', ')}`).optional(),
              name: words.optional(),
              content: words,
              start: offset,
              end: offset,
              quote: z.string('is not a text').optional(),
            },
            unknownMember,
          )
          .refine(
            ({ kind, entityType }) => (kind === undefined) !== (entityType === undefined),
            'needs either a kind (a memory) or an entityType (an entity), and not both',
          )
          .refine(
            ({ kind, name }) => kind === undefined || name === undefined,
            'has a name, which entities alone have; leave it out',
          ),
        'is not a list of statements',
      )
      .min(1, 'is empty; send at least one statement')
      .max(maxStatements, `has more than ${maxStatements} statements; send the rest in another extraction`),
  },
  'is not { statements: [{ kind | entityType, content, start, end }] }',
);

const placeName = (path: readonly PropertyKey[]): string =>
  path.length === 0
    ? 'The payload'
    : `payload.${path.map((step) => String(step).slice(0, maxPathStep)).join('.')}`;
const maxPathStep = 50;

const refuse = (path: readonly PropertyKey[], why: string) =>
  new DomainError('input.invalid', `${placeName(path)} ${why}.`, ['payload', ...path.map(String)]);

/** The statements of a `vouch.statements` payload. Throws `input.invalid` that names the first place that does not fit. */
export const readStatements = (payload: unknown): PayloadStatement[] => {
  const parsed = payloadShape.safeParse(payload);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw refuse(issue?.path ?? [], issue?.message ?? 'does not fit its schema');
  }
  return parsed.data.statements.map(({ kind, entityType, name, content, start, end, quote }) => {
    const type =
      kind === undefined ? { entityType: entityType ?? entityTypes[0], name: name ?? content } : { kind };
    return { ...type, content, start: start ?? null, end: end ?? null, quote: quote ?? null };
  });
};

/**
 * Like `readStatements`, for a service's payload: the cited text is the content. `cited` means that there is a source,
 * so that every statement needs a span.
 */
export const parseStatements = (payload: unknown, cited: boolean): PayloadStatement[] => {
  const statements = readStatements(payload);
  for (const [index, { start, end, quote }] of statements.entries()) {
    if (quote !== null) throw refuse(['statements', index], unknownMember);
    if (cited && (start === null || end === null))
      throw refuse(
        ['statements', index, start === null ? 'start' : 'end'],
        'is missing: say which text of the source it is',
      );
  }
  return statements;
};
