import { readEntryFilter } from '#application/erasure/steps/erased-at-entry.ts';
import { verificationQuestion } from '#application/evidence/steps/record-verifications.ts';
import { assertName, assertNames, assertProject, audienceSet } from '#application/input-shape.ts';
import { assertRoomInQueue } from '#application/review/steps/pending-limit.ts';
import { assertNamedAudiences } from '#application/tenants/steps/named-audience.ts';
import { type CommonInput, describeUseCase } from '#application/use-case.ts';
import { DomainError } from '#domain/domain-error.ts';
import { assertNotFuture } from '#domain/input/instant.ts';
import { assertStorableText, withoutByteOrderMark } from '#domain/input/text.ts';
import { visibilityKey } from '#domain/privacy/visibility-key.ts';
import { holdOffErasures } from '#persistence/erasure.ts';
import { lockExtractionPasses } from '#persistence/ingestion/recorded-extractions.ts';
import type { InteractionRow } from '#persistence/ingestion/sources.ts';
import { bulkInsert } from '#persistence/store/bulk-insert.ts';
import type { QueryExecutorProvider } from '#persistence/store/viewer-session.ts';
import { extractInteractionText, readInteraction } from './steps/extract-interaction-text.ts';
import { runReadingUseCase } from './steps/run-reading-use-case.ts';
import { assertFewHeadings } from './steps/sections.ts';
import { keepReportArtifact } from './steps/store-report-artifact.ts';

export interface RecordInteractionInput extends CommonInput {
  readonly project: string;
  /** The person it is about. */
  readonly subjectId?: string | null | undefined;
  readonly content: string;
  /** Place of capture. */
  readonly capturedIn?: string | null | undefined;
  /** Absent: now. */
  readonly occurredAt?: Date | null | undefined;
  /** Absent: false. */
  readonly extract?: boolean | null | undefined;
  readonly isPersonal?: boolean | null | undefined;
  readonly audience?: readonly string[] | null | undefined;
}

export interface RecordInteractionOutcome {
  readonly interactionId: string;
  /** Null when nothing was extracted. */
  readonly reportId: string | null;
}

/** Bytes of UTF-8. */
const maxInteractionBytes = 1_048_576;

const assertShape = (input: RecordInteractionInput, now: Date): void => {
  assertProject(input.project);
  const size = Buffer.byteLength(input.content);
  if (size > maxInteractionBytes)
    throw new DomainError(
      'input.invalid',
      `The content has ${size} bytes; at most ${maxInteractionBytes} are accepted. Split it.`,
      ['content'],
    );
  assertStorableText(input.content, {
    name: 'The content',
    path: ['content'],
    min: 1,
    max: maxInteractionBytes,
  });
  if (input.subjectId != null) assertName(input.subjectId, 'The subject', ['subjectId']);
  if (input.capturedIn != null) assertName(input.capturedIn, 'The place of capture', ['capturedIn']);
  if (input.occurredAt) assertNotFuture(input.occurredAt, now, { name: 'occurredAt', path: ['occurredAt'] });
  assertNames(input.audience ?? [], 'The groups of the audience', ['audience']);
};

/** Keeps a conversation or note, character for character, and, when the input asks for it, reads its statements at once. */
export const recordInteraction = describeUseCase<RecordInteractionInput, RecordInteractionOutcome>(
  {
    mutation: 'recordInteraction',
    roles: ['service', 'contributor'],
    as: 'system',
    handlesErased: true,
  },
  async (dependencies, command, terms) => {
    const { input } = command;
    const id = dependencies.newId('int');
    const named = { audience: input.audience, path: ['audience'] };
    const contentOf = async (db: QueryExecutorProvider) =>
      (await readEntryFilter(dependencies, db)).text(withoutByteOrderMark(input.content));
    const result = await runReadingUseCase(
      dependencies,
      command,
      terms,
      async (readSession) => {
        assertShape(input, dependencies.clock());
        await assertFewHeadings(input.content, ['content']);
        await assertNamedAudiences(await readSession.db(), command.viewer, [named]);
        const source = { audience: audienceSet(input.audience), isPersonal: input.isPersonal === true };
        const asked = {
          text: await contentOf(await readSession.db()),
          headingPath: [],
          visibilityKey: visibilityKey({ ...source, contributor: command.viewer.user }),
        };
        return { sourceId: id, texts: input.extract === true ? [asked] : [] };
      },
      async (useCase, readings) => {
        const { session, viewer, now, record } = useCase;
        if (input.extract === true) await assertRoomInQueue(useCase);
        assertShape(input, now);
        await assertFewHeadings(input.content, ['content']);
        await assertNamedAudiences(session.db, viewer, [named]);
        holdOffErasures(session);
        const interaction: InteractionRow = {
          id,
          tenant: viewer.tenant,
          contributor: viewer.user,
          audience: audienceSet(input.audience),
          isPersonal: input.isPersonal === true,
          project: input.project,
          subjectId: input.subjectId ?? null,
          content: await contentOf(session.db),
          capturedIn: input.capturedIn ?? null,
          occurredAt: input.occurredAt ?? now,
          createdAt: now,
        };
        const read = input.extract === true ? await readInteraction(useCase, interaction, readings) : null;
        if (read) await lockExtractionPasses(useCase.session);
        await bulkInsert(session.db, 'interactions', [
          {
            id: interaction.id,
            tenant: interaction.tenant,
            contributor: interaction.contributor,
            audience: interaction.audience,
            is_personal: interaction.isPersonal,
            project: interaction.project,
            subject_id: interaction.subjectId,
            content: interaction.content,
            captured_in: interaction.capturedIn,
            occurred_at: interaction.occurredAt,
            created_at: interaction.createdAt,
          },
        ]);
        record([
          {
            action: 'interaction.recorded',
            targetType: 'Interaction',
            targetId: interaction.id,
            before: null,
            after: { project: interaction.project, length: interaction.content.length },
          },
        ]);
        const reportId = read && (await extractInteractionText(useCase, interaction, read, readings, null));
        return { verdict: 'done', outcome: { interactionId: interaction.id, reportId } };
      },
      async (session) =>
        input.extract === true
          ? verificationQuestion(
              session,
              {
                tenant: command.viewer.tenant,
                project: input.project,
                contributor: command.viewer.user,
                audience: audienceSet(input.audience),
                isPersonal: input.isPersonal === true,
                content: await contentOf(await session.db()),
              },
              null,
            )
          : null,
    );
    if (result.applied) await keepReportArtifact(dependencies, command.viewer, result.outcome.reportId);
    return result;
  },
);
