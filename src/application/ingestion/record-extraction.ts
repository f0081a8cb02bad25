import { readEntryFilter } from '#application/erasure/steps/erased-at-entry.ts';
import { assertName, assertProject, sortedSet } from '#application/input-shape.ts';
import { assertRoomInQueue } from '#application/review/steps/pending-limit.ts';
import { lockExtraction, storeRoutings } from '#application/routing/steps/store-routing.ts';
import { type CommonInput, defineUseCase, notFound, type UseCaseContext } from '#application/use-case.ts';
import { DomainError } from '#domain/domain-error.ts';
import { recordedRule } from '#domain/ingestion/candidate-rules.ts';
import { sourceOfId } from '#domain/ingestion/source.ts';
import { assertStorableJson } from '#domain/input/json.ts';
import { hasExactCitation, invalidCitation } from '#domain/routing/citation.ts';
import { assertRoutingInputs, type FieldConfidence } from '#domain/routing/routing-inputs.ts';
import { holdOffErasures } from '#persistence/erasure.ts';
import { bulkInsert } from '#persistence/store/bulk-insert.ts';
import { readThrough } from '#persistence/store/viewer-session.ts';
import { type CitedSource, sourceReaders } from './steps/source-readers.ts';
import { type PayloadStatement, parseStatements, statementSchema } from './steps/statements-payload.ts';

export interface RecordExtractionInput extends CommonInput {
  readonly schemaName: string;
  /** Any JSON but null. */
  readonly payload?: unknown;
  readonly fieldConfidence: readonly FieldConfidence[];
  readonly guardrailFlags?: readonly string[] | null | undefined;
  /** Id of a source of any kind. */
  readonly sourceId?: string | null | undefined;
  /** Project of an extraction without a source; else the source's project. */
  readonly project?: string | null | undefined;
  /** Version of the extractor, in the service's words. */
  readonly extractorVersion: string;
  /** Absent: true. */
  readonly route?: boolean | null | undefined;
}

export interface RecordExtractionOutcome {
  readonly extractionId: string;
  /** Null when it was not routed. */
  readonly workflowItemId: string | null;
}

/** The project of an extraction that names neither a source nor a project. */
const defaultProject = 'default';
/** UTF-16 code units of a payload's shortest JSON. */
const maxPayloadLength = 1_000_000;

const assertShape = (input: RecordExtractionInput, threshold: number): readonly PayloadStatement[] => {
  const { schemaName, payload, fieldConfidence, sourceId } = input;
  assertRoutingInputs({
    extractionId: '',
    schemaName,
    fieldConfidence,
    guardrailFlags: input.guardrailFlags ?? [],
    threshold,
  });
  assertStorableJson(payload, { name: 'The payload', path: ['payload'], maxLength: maxPayloadLength });
  assertName(input.extractorVersion, 'The extractor version', ['extractorVersion']);
  if (input.project != null) assertProject(input.project);
  const sourced = sourceId != null;
  if (sourced && input.project != null)
    throw new DomainError(
      'input.invalid',
      'The extraction has a source, whose project it belongs to. Leave project out.',
      ['project'],
    );
  return schemaName === statementSchema ? parseStatements(payload, sourced) : [];
};

/** Visibility that an extraction inherits; never widened on the way up. Nulls: it has no source. */
type Inherited =
  | CitedSource
  | (Omit<CitedSource, 'source' | 'text'> & { readonly source: null; readonly text: null });

/** Read: the source as this viewer sees it. Throws `not_found` for what is missing or hidden. */
const getSource = async (
  { session, viewer }: UseCaseContext,
  input: RecordExtractionInput,
): Promise<Inherited> => {
  if (input.sourceId == null)
    return {
      source: null,
      project: input.project ?? defaultProject,
      contributor: viewer.user,
      audience: [],
      isPersonal: false,
      text: null,
    };
  const source = sourceOfId(input.sourceId);
  const inherited = source && (await sourceReaders[source.kind].cite(readThrough(session), source.id));
  if (!inherited) throw notFound(['sourceId']);
  return inherited;
};

/** Flags statements that their spans do not cite character for character; without a source nothing is cited. */
const flagsFound = (statements: readonly PayloadStatement[], text: string | null): string[] =>
  text === null ||
  statements.every(({ content, start, end }) => hasExactCitation(text, start ?? 0, end ?? 0, content))
    ? []
    : [invalidCitation];

/** A service records what an extractor of its own read, and has it routed unless the input says otherwise. */
export const recordExtraction = defineUseCase<RecordExtractionInput, RecordExtractionOutcome>(
  {
    mutation: 'recordExtraction',
    roles: ['service'],
    as: 'system',
    handlesErased: true,
    meantNulls: ['payload'],
  },
  async (useCase, command) => {
    const { session, viewer, now, record } = useCase;
    const { input } = command;
    const { schemaName, fieldConfidence } = input;
    const statements = assertShape(input, useCase.dependencies.settings.confidenceReviewThreshold);
    if (input.route !== false) await assertRoomInQueue(useCase);
    holdOffErasures(session);
    const { source, text, project, contributor, audience, isPersonal } = await getSource(useCase, input);

    const entry = await readEntryFilter(useCase.dependencies, session.db);
    const id = useCase.dependencies.newId('ext');
    const guardrailFlags = sortedSet(input.guardrailFlags);
    const ownFlags = flagsFound(statements, text);
    await bulkInsert(session.db, 'extractions', [
      {
        id,
        tenant: viewer.tenant,
        contributor,
        audience,
        is_personal: isPersonal,
        project,
        schema_name: schemaName,
        payload: entry.json(input.payload),
        field_confidence: fieldConfidence,
        source_id: source?.id ?? null,
        recorded_by: viewer.user,
        rule: recordedRule,
        extractor_version: input.extractorVersion,
        guardrail_flags: guardrailFlags,
        own_flags: ownFlags,
        created_at: now,
      },
    ]);
    record([
      {
        action: 'extraction.recorded',
        targetType: 'Extraction',
        targetId: id,
        before: null,
        after: {
          schemaName,
          project,
          sourceId: source?.id ?? null,
          fieldConfidence,
          guardrailFlags,
          ownFlags,
        },
      },
    ]);
    if (input.route === false)
      return { verdict: 'done', outcome: { extractionId: id, workflowItemId: null } };
    const extraction = await lockExtraction(useCase, { id, schemaName });
    const [routed] = await storeRoutings(useCase, [extraction], () => guardrailFlags);
    return { verdict: 'done', outcome: { extractionId: id, workflowItemId: routed?.itemId ?? null } };
  },
);
