import { prepareDocument, versionsOf } from '#application/ingestion/steps/document-versions.ts';
import { textToAsk } from '#application/ingestion/steps/model-readings.ts';
import { runReadingUseCase } from '#application/ingestion/steps/run-reading-use-case.ts';
import { keepReportArtifact } from '#application/ingestion/steps/store-report-artifact.ts';
import { inTurn, takeInDocuments } from '#application/ingestion/steps/take-in-documents.ts';
import { type CommonInput, describeUseCase, notFound } from '#application/use-case.ts';
import { lockExtractionPasses } from '#persistence/ingestion/recorded-extractions.ts';
import {
  ownersOf,
  settleSourceChanges,
  sourceChangesById,
  sourceChangeText,
} from '#persistence/sources/source-changes.ts';
import { sourcesAt } from '#persistence/sources/source-paths.ts';
import { type SourceChangeOutcome, settleSourceChange } from './steps/settle-source-change.ts';
import { withdrawInForce } from './steps/withdraw-sources.ts';

export interface AcceptSourceChangeInput extends CommonInput {
  readonly id: string;
}

export interface AcceptSourceChangeOutcome extends SourceChangeOutcome {
  /** The pass over an accepted version; null for a withdrawal. */
  readonly reportId: string | null;
}

/**
 * A version or a withdrawal of a source takes effect, as if an owner had sent it: the version is in force, what it says is extracted,
 * and what came from the one before is checked. Its contributor is who sent it.
 */
export const acceptSourceChange = describeUseCase<AcceptSourceChangeInput, AcceptSourceChangeOutcome>(
  { mutation: 'acceptSourceChange', roles: ['reviewer', 'contributor', 'service'], as: 'system' },
  async (dependencies, command, terms) => {
    const { id } = command.input;
    const newWaveId = dependencies.newId('wav');
    const result = await runReadingUseCase<AcceptSourceChangeInput, AcceptSourceChangeOutcome>(
      dependencies,
      command,
      terms,
      async (session) => {
        const change = await sourceChangesById(session).load(id);
        if (change === null) throw notFound();
        const content = await sourceChangeText(await session.db(), change.tenant, id);
        const { project, path, audience, contributor, updatedAt, documentKind: kind } = change;
        const documents = content === null ? [] : [{ path, content, updatedAt, kind, audience }];
        const versions = await versionsOf(
          { project, documents, contributor },
          async ({ content }) => content,
        );
        const reader = { dependencies, viewer: session.viewer, now: dependencies.clock() };
        const prepared = await inTurn(versions, (version) => prepareDocument(reader, newWaveId, version));
        return { sourceId: newWaveId, texts: prepared.flatMap(({ sources }) => sources.map(textToAsk)) };
      },
      async (useCase, readings) => {
        const { session, viewer, now, record } = useCase;
        await lockExtractionPasses(session);
        let reportId: string | null = null;
        const settled = await settleSourceChange(
          useCase,
          id,
          'source.change_acceptance.refused',
          async (change) => {
            const { project, path, visibilityKey, audience, contributor, updatedAt, documentKind } = change;
            const inForce = async () =>
              (await sourcesAt(session, project, [path])).filter(
                (one) => one.visibilityKey === visibilityKey,
              );
            const content = await sourceChangeText(session.db, viewer.tenant, id);
            if (content === null)
              await withdrawInForce(
                useCase,
                (await inForce()).filter(({ isWithdrawn }) => !isWithdrawn),
              );
            else {
              const taken = await takeInDocuments(useCase, {
                project,
                documents: [{ path, content, updatedAt, kind: documentKind, audience }],
                contributor,
                newWaveId,
                owners: ownersOf(change),
                extract: true,
                readings,
                divide: async (own) => ({ own, others: [] }),
                audiences: [],
              });
              if (taken.verdict === 'refused') return taken;
              reportId = taken.outcome.reportId;
            }
            const [source] = await inForce();
            settleSourceChanges(session, [id], {
              verdict: 'ACCEPTED',
              now,
              documentId: source?.documentId ?? null,
            });
            record([
              {
                action: 'source.change_accepted',
                targetType: 'SourceChange',
                targetId: id,
                before: null,
                after: { documentId: source?.documentId ?? null },
              },
            ]);
            return { verdict: 'done', outcome: { sourceChangeId: id } };
          },
        );
        return settled.verdict === 'done'
          ? { verdict: 'done', outcome: { ...settled.outcome, reportId } }
          : settled;
      },
    );
    if (result.applied) await keepReportArtifact(dependencies, command.viewer, result.outcome.reportId);
    return result;
  },
);
