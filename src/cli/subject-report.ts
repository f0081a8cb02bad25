import { type ApiAddress, askGateway, CommandFailed } from './api-client.ts';

const recordsPerCall = 100;

const operation = `mutation ($input: SubjectReportInput!, $first: Int!, $after: String, $isFirst: Boolean!) { subjectReport(input: $input) { __typename
  ... on SubjectReportPayload { counts @include(if: $isFirst) { relation count } records(first: $first, after: $after) {
    pageInfo { hasNextPage endCursor } nodes { relations record { __typename id
      ... on Memory { project { name } status kind content summary subjectId isPersonal audience contributor { name } createdAt updatedAt
        sourceSpan { text } revisions(first: 100) { nodes { revision content summary editedBy { name } editedAt } } }
      ... on Entity { project { name } status entityType name content isPersonal audience contributor { name } createdAt updatedAt }
      ... on Interaction { project { name } subjectId content capturedIn isPersonal audience contributor { name } occurredAt recordedAt }
      ... on Document { project { name } path title audience text: content createdAt }
      ... on Evidence { detectionType userQuote sourceRef memory { id } createdAt }
      ... on PathwayTrace { traceUid taskClass filePath subjectIds reducerSummary finalVerdict createdAt }
      ... on BundleReceipt { user { name } subjectId itemIds issuedAt }
      ... on Comment { comment: text addressee { name } item { id } writtenAt }
      ... on AuditEvent { sequence at action actor { name } target { id } before after } } } } }
  ... on UserError { message } } }`;

interface Count {
  readonly relation: string;
  readonly count: number;
}

interface SubjectAnswer {
  readonly subjectReport:
    | {
        readonly __typename: 'SubjectReportPayload';
        /** Absent but of the first page. */
        readonly counts?: readonly Count[];
        readonly records: {
          readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
          readonly nodes: readonly { readonly relations: readonly string[]; readonly record: object }[];
        };
      }
    | { readonly __typename: 'UserError'; readonly message: string };
}

/** `vouch subject-report`: all that is stored about a person or by them; for programs, as one JSON object that is written page by page. */
export const subjectReport = async (address: ApiAddress, subjectId: string, json: boolean): Promise<void> => {
  const write = (text: string) => process.stdout.write(text);
  const first = json ? recordsPerCall : 0;
  let after: string | null = null;
  for (let isFirst = true; isFirst || after !== null; isFirst = false) {
    const variables: object = { input: { subjectId }, first, after, isFirst };
    const { subjectReport: answer } = await askGateway<SubjectAnswer>(address, operation, variables);
    if (answer.__typename !== 'SubjectReportPayload') throw new CommandFailed(answer.message);
    const { counts = [], records } = answer;
    if (!json) {
      for (const { relation, count } of counts) write(`${relation}: ${count}\n`);
      return;
    }
    if (isFirst)
      write(`{"subjectId":${JSON.stringify(subjectId)},"counts":${JSON.stringify(counts)},"records":[`);
    const lines = records.nodes.map(
      ({ relations, record }) => `\n${JSON.stringify({ relations, ...record })}`,
    );
    write(`${isFirst ? '' : ','}${lines.join(',')}`);
    after = records.pageInfo.hasNextPage ? records.pageInfo.endCursor : null;
  }
  write('\n]}\n');
};
