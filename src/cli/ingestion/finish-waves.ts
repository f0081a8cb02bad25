import { randomUUID } from 'node:crypto';
import { type ApiAddress, askPatiently, CommandFailed } from '../api-client.ts';

interface ReasonCount {
  readonly reason: string;
  readonly count: number;
}

/** Figures of the pass over a wave: found = persisted + waiting + dropped, sections = readSections + unread. */
export interface Report
  extends Record<
    'found' | 'persisted' | 'waiting' | 'dropped' | 'reinforced' | 'sections' | 'readSections',
    number
  > {
  readonly finishedAt: string | null;
  readonly droppedByReason: readonly ReasonCount[];
  readonly unreadByReason: readonly ReasonCount[];
}

const reportFields = `report { finishedAt found persisted waiting dropped reinforced droppedByReason { reason count }
  sections readSections unreadByReason { reason count } }`;

const openWavesQuery = `query ($project: String!, $user: String!, $after: String) {
  ingestionWaves(filter: { project: { eq: $project }, startedBy: { eq: $user }, extracted: false }, first: 100, after: $after) {
    pageInfo { hasNextPage endCursor } nodes { id } } }`;

interface OpenWavesAnswer {
  readonly ingestionWaves: {
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
    readonly nodes: readonly { readonly id: string }[];
  };
}

/** The waves of a project that this user began and that are not extracted, newest first: what runs that were cut have left. */
export const findOpenWaves = async (
  address: ApiAddress,
  { project, user }: { readonly project: string; readonly user: string },
): Promise<string[]> => {
  const waves: string[] = [];
  for (let after: string | null = null; ; ) {
    const variables: object = { project, user, after };
    const { ingestionWaves }: OpenWavesAnswer = await askPatiently<OpenWavesAnswer>(
      address,
      openWavesQuery,
      variables,
    );
    waves.push(...ingestionWaves.nodes.map(({ id }) => id));
    if (!ingestionWaves.pageInfo.hasNextPage) return waves;
    after = ingestionWaves.pageInfo.endCursor;
  }
};

const waveQuery = `query ($id: ID!) { ingestionWave(id: $id) { extractedAt unreadDocuments ${reportFields} } }`;

interface WaveAnswer {
  readonly ingestionWave: {
    readonly extractedAt: string | null;
    readonly unreadDocuments: number;
    readonly report: Report | null;
  } | null;
}

const extractOperation = `mutation ($input: ExtractWaveInput!) { extractWave(input: $input) { __typename
  ... on ExtractionReportPayload { ${reportFields} } ... on UserError { code message path } } }`;

interface ExtractAnswer {
  readonly extractWave:
    | { readonly __typename: 'ExtractionReportPayload'; readonly report: Report }
    | { readonly __typename: 'UserError'; readonly message: string };
}

/** Documents that one call has read: it is answered in seconds, and what it has read stays read. */
const documentsPerCall = 500;

/** Has a wave extracted, call by call, unless somebody has had it already; its report. `advance` gets the documents that are left. */
export const finishWave = async (
  address: ApiAddress,
  waveId: string,
  advance: (left: number) => void = () => undefined,
): Promise<Report | null> => {
  for (;;) {
    const { ingestionWave: wave } = await askPatiently<WaveAnswer>(address, waveQuery, { id: waveId });
    if (wave === null || wave.extractedAt !== null) return wave?.report ?? null;
    advance(wave.unreadDocuments);
    const input = { waveId, maxDocuments: documentsPerCall, idempotencyKey: randomUUID() };
    const { extractWave: answer } = await askPatiently<ExtractAnswer>(address, extractOperation, { input });
    if (answer.__typename !== 'ExtractionReportPayload') throw new CommandFailed(answer.message);
    if (answer.report.finishedAt !== null) return answer.report;
  }
};
