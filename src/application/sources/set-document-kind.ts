import { passOverDocument } from '#application/ingestion/steps/extract-wave-documents.ts';
import { noReadings } from '#application/ingestion/steps/model-readings.ts';
import { type CommonInput, defineUseCase, notFound } from '#application/use-case.ts';
import type { DocumentKind } from '#domain/ingestion/records/document-facts.ts';
import { storeDocumentKind } from '#persistence/ingestion/extraction-sources.ts';
import { lockExtractionPasses } from '#persistence/ingestion/recorded-extractions.ts';
import { documentsById } from '#persistence/ingestion/sources.ts';
import { readThrough } from '#persistence/store/viewer-session.ts';

export interface SetDocumentKindInput extends CommonInput {
  readonly documentId: string;
  readonly kind: DocumentKind;
}

export interface SetDocumentKindOutcome {
  readonly documentId: string;
  /** The pass that read it as that kind. */
  readonly reportId: string;
}

/** Corrects the kind of a document; a pass reads it again as that kind, by the rules. */
export const setDocumentKind = defineUseCase<SetDocumentKindInput, SetDocumentKindOutcome>(
  { mutation: 'setDocumentKind', roles: ['reviewer'], as: 'system' },
  async (useCase, { input: { documentId: id, kind } }) => {
    const { session, record } = useCase;
    await lockExtractionPasses(session);
    const document = await documentsById(readThrough(session)).load(id);
    if (!document) throw notFound(['documentId']);
    await storeDocumentKind(session, id, kind);
    record([
      {
        action: 'document.kind_set',
        targetType: 'Document',
        targetId: id,
        before: { kind: document.kind },
        after: { kind },
      },
    ]);
    const reportId = await passOverDocument(useCase, document.waveId, id, noReadings);
    return { verdict: 'done', outcome: { documentId: id, reportId } };
  },
);
