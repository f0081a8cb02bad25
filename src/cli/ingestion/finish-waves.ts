import { randomUUID } from 'node:crypto';
import { type ApiAddress, askPatiently, CommandFailed } from '../api-client.ts';

/** Figures of the pass over a wave. */
export interface Report extends Record<'persisted' | 'dropped' | 'reinforced', number> {
  readonly droppedByReason: readonly { readonly reason: string; readonly count: number }[];
}

const reportFields = 'report { persisted dropped reinforced droppedByReason { reason count } }';

const openWavesQuery = `query ($project: String!, $user: String!, $after: String) {
  ingestionWaves(filter: { project: $project, startedBy: $user, extracted: false }, first: 100, after: $after) {
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

const waveQuery = `query ($id: ID!) { ingestionWave(id: $id) { extractedAt ${reportFields} } }`;

interface WaveAnswer {
  readonly ingestionWave: { readonly extractedAt: string | null; readonly report: Report | null } | null;
}

const extractOperation = `mutation ($input: ExtractWaveInput!) { extractWave(input: $input) { __typename
  ... on ExtractionReportPayload { ${reportFields} } ... on UserError { code message path } } }`;

interface ExtractAnswer {
  readonly extractWave:
    | { readonly __typename: 'ExtractionReportPayload'; readonly report: Report }
    | { readonly __typename: 'NotFoundError'; readonly message: string };
}

/** Has a wave extracted, unless somebody has had it already; its report. */
export const finishWave = async (address: ApiAddress, waveId: string): Promise<Report | null> => {
  const { ingestionWave: wave } = await askPatiently<WaveAnswer>(address, waveQuery, { id: waveId });
  if (wave?.extractedAt) return wave.report;
  const input = { waveId, idempotencyKey: randomUUID() };
  const { extractWave: answer } = await askPatiently<ExtractAnswer>(address, extractOperation, { input });
  if (answer.__typename !== 'ExtractionReportPayload') throw new CommandFailed(answer.message);
  return answer.report;
};
