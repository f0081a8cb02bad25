import type { AppDependencies } from '#application/app-dependencies.ts';
import { prepareDocument, versionsOf } from '#application/ingestion/steps/document-versions.ts';
import { type TextToAsk, textToAsk } from '#application/ingestion/steps/model-readings.ts';
import { runReadingUseCase } from '#application/ingestion/steps/run-reading-use-case.ts';
import { keepReportArtifact } from '#application/ingestion/steps/store-report-artifact.ts';
import { type Intake, inTurn, takeInDocuments } from '#application/ingestion/steps/take-in-documents.ts';
import {
  type CommonInput,
  describeUseCase,
  notFound,
  type UseCaseContext,
  type Verdict,
} from '#application/use-case.ts';
import { lockExtractionPasses } from '#persistence/ingestion/recorded-extractions.ts';
import {
  ownersOf,
  type SourceChangeRow,
  settleSourceChanges,
  sourceChangesById,
  sourceChangeText,
} from '#persistence/sources/source-changes.ts';
import { sourcesAt } from '#persistence/sources/source-paths.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';
import { type SourceChangeOutcome, settleSourceChange } from './steps/settle-source-change.ts';
import { withdrawInForce } from './steps/withdraw-sources.ts';

export interface AcceptSourceChangeInput extends CommonInput {
  readonly id: string;
}

export interface AcceptSourceChangeOutcome extends SourceChangeOutcome {
  /** The pass over an accepted version; null for a withdrawal. */
  readonly reportId: string | null;
}

/** Reads the text of a change for the models that a pass asks; a withdrawal has none. Throws `not_found` for a hidden change. */
const readChange = async (
  dependencies: AppDependencies,
  session: ReadSession,
  id: string,
  waveId: string,
): Promise<{ readonly sourceId: string; readonly texts: readonly TextToAsk[] }> => {
  const change = await sourceChangesById(session).load(id);
  if (change === null) throw notFound();
  const content = await sourceChangeText(await session.db(), change.tenant, id);
  const { project, path, audience, contributor, updatedAt, documentKind: kind } = change;
  const documents = content === null ? [] : [{ path, content, updatedAt, kind, audience }];
  const versions = await versionsOf(
    { project, documents, contributor },
    async (document) => document.content,
  );
  const reader = { dependencies, viewer: session.viewer, now: dependencies.clock() };
  const prepared = await inTurn(versions, (version) => prepareDocument(reader, waveId, version));
  return { sourceId: waveId, texts: prepared.flatMap(({ sources }) => sources.map(textToAsk)) };
};

/** Write and record: takes a version in, in a wave of its own, or withdraws what is in force of the path. */
const takeEffect = async (
  useCase: UseCaseContext,
  change: SourceChangeRow,
  { newWaveId, readings }: Pick<Intake, 'newWaveId' | 'readings'>,
): Promise<Verdict<AcceptSourceChangeOutcome>> => {
  const { session, viewer, now, record } = useCase;
  const { id, project, path, visibilityKey, audience, contributor, updatedAt, documentKind } = change;
  const inForce = async () =>
    (await sourcesAt(session, project, [path])).filter((source) => source.visibilityKey === visibilityKey);
  const content = await sourceChangeText(session.db, viewer.tenant, id);
  let reportId: string | null = null;
  if (content === null) {
    const standing = (await inForce()).filter(({ isWithdrawn }) => !isWithdrawn);
    await withdrawInForce(useCase, standing);
  } else {
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
  const documentId = source?.documentId ?? null;
  settleSourceChanges(session, [id], { verdict: 'ACCEPTED', now, documentId });
  record([
    {
      action: 'source.change_accepted',
      targetType: 'SourceChange',
      targetId: id,
      before: null,
      after: { documentId },
    },
  ]);
  return { verdict: 'done', outcome: { sourceChangeId: id, reportId } };
};

/**
 * Accepts a version or a withdrawal of a source, as if an owner had sent it: the version is in force, its statements are extracted,
 * and what came from the version before is checked. Its contributor is its sender.
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
      (session) => readChange(dependencies, session, id, newWaveId),
      async (useCase, readings) => {
        await lockExtractionPasses(useCase.session);
        return settleSourceChange(useCase, id, 'source.change_acceptance.refused', (change) =>
          takeEffect(useCase, change, { newWaveId, readings }),
        );
      },
    );
    if (result.applied) await keepReportArtifact(dependencies, command.viewer, result.outcome.reportId);
    return result;
  },
);
