import { givenText } from '#domain/bundle/given-text.ts';
import { type ApiAddress, askGateway, CommandFailed } from './api-client.ts';

const operation = `mutation ($input: EraseDocumentInput!) { eraseDocument(input: $input) { __typename
  ... on EraseDocumentPayload { documentIds erasedIds kept { itemId reason } places { where count } names { place name } applied }
  ... on UserError { code message } } }`;

interface Erased {
  readonly documentIds: readonly string[];
  readonly erasedIds: readonly string[];
  readonly kept: readonly { readonly itemId: string; readonly reason: string }[];
  readonly places: readonly { readonly where: string; readonly count: number }[];
  readonly names: readonly { readonly place: string; readonly name: string }[];
  readonly applied: boolean;
}

interface Answer {
  readonly eraseDocument:
    | (Erased & { readonly __typename: 'EraseDocumentPayload' })
    | { readonly __typename: 'UserError'; readonly code: string; readonly message: string };
}

/** `vouch erase-document`: shows what would go with a document; erases it where its id is repeated. */
export const eraseDocumentCommand = async (
  address: ApiAddress,
  documentId: string,
  { reason, confirm }: { readonly reason: string; readonly confirm?: string },
  json: boolean,
): Promise<void> => {
  if (confirm !== undefined && confirm !== documentId)
    throw new CommandFailed(`--confirm is ${confirm}; it repeats the id of the document, ${documentId}.`);
  const input = { documentId, reason, dryRun: confirm === undefined };
  const { eraseDocument: answer } = await askGateway<Answer>(address, operation, { input });
  if (answer.__typename !== 'EraseDocumentPayload') throw new CommandFailed(answer.message, answer.code);
  const { documentIds, erasedIds, kept, places, names, applied } = answer;
  const lines = json
    ? [JSON.stringify({ documentIds, erasedIds, kept, places, names, applied })]
    : [
        ...documentIds.map((id) => `${id}  loses its words`),
        ...erasedIds.map((id) => `${id}  is erased`),
        ...kept.map(({ itemId, reason: why }) => `${itemId}  stays: ${why}`),
        ...names.map(({ place, name }) => `${place} ${givenText(name)}  has words of it, and stays`),
        applied
          ? 'Erased. Backups, and files of `vouch export`, keep what they have.'
          : `Nothing is erased yet, and there is no undo. To erase: --confirm ${documentId}`,
      ];
  process.stdout.write(`${lines.join('\n')}\n`);
};
