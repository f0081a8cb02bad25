import { randomUUID } from 'node:crypto';
import { type ApiAddress, askGateway, askPatiently, CommandFailed } from '../api-client.ts';

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
  readonly unreadPassagesByReason: readonly ReasonCount[];
  readonly modelSections: readonly { readonly outcome: string; readonly count: number }[];
}

const reportFields = `report { finishedAt found persisted waiting dropped reinforced droppedByReason { reason count }
  sections readSections unreadByReason { reason count } unreadPassagesByReason { reason count } modelSections { outcome count } }`;

const openWavesQuery = `query ($project: String!, $user: String!, $after: String) {
  project(name: $project) { waves(filter: { startedBy: { eq: $user }, extracted: false }, first: 100, after: $after) {
    pageInfo { hasNextPage endCursor } nodes { id } } } }`;

interface OpenWavesAnswer {
  /** Null before the project has anything. */
  readonly project: {
    readonly waves: {
      readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
      readonly nodes: readonly { readonly id: string }[];
    };
  } | null;
}

/** The waves of a project that this user began and that are not extracted: what runs that were cut have left. */
export const findOpenWaves = async (
  address: ApiAddress,
  { project, user }: { readonly project: string; readonly user: string },
): Promise<string[]> => {
  const waves: string[] = [];
  for (let after: string | null = null; ; ) {
    const variables: object = { project, user, after };
    const answer: OpenWavesAnswer = await askPatiently<OpenWavesAnswer>(address, openWavesQuery, variables);
    const { nodes = [], pageInfo } = answer.project?.waves ?? {};
    waves.push(...nodes.map(({ id }) => id));
    if (!pageInfo?.hasNextPage) return waves;
    after = pageInfo.endCursor;
  }
};

const waveQuery = `query ($id: ID!) { ingestionWave(id: $id) { extractedAt stoppedAt unreadDocuments } }`;

const reportQuery = `query ($id: ID!) { ingestionWave(id: $id) { ${reportFields} } }`;

interface WaveAnswer<Fields> {
  readonly ingestionWave: Fields | null;
}

/** Asks only whether the pass is done, or was stopped: its figures are sums over all that the wave has. */
const extractOperation = `mutation ($input: ExtractWaveInput!) { extractWave(input: $input) { __typename
  ... on ExtractionReportPayload { report { finishedAt wave { stoppedAt } } } ... on UserError { code message path } } }`;

interface ExtractAnswer {
  readonly extractWave:
    | {
        readonly __typename: 'ExtractionReportPayload';
        readonly report: Pick<Report, 'finishedAt'> & { readonly wave: Pick<WaveState, 'stoppedAt'> };
      }
    | { readonly __typename: 'UserError'; readonly message: string };
}

const stopOperation = `mutation ($input: StopExtractionInput!) { stopExtraction(input: $input) { __typename } }`;

/** Documents that one call has read: it is answered in seconds, and what it has read stays read. */
const documentsPerCall = 500;

interface WaveState {
  readonly extractedAt: string | null;
  readonly stoppedAt: string | null;
  readonly unreadDocuments: number;
}

const askOfWave = async <Fields>(address: ApiAddress, query: string, id: string): Promise<Fields | null> =>
  (await askPatiently<WaveAnswer<Fields>>(address, query, { id })).ingestionWave;

/** The number of documents that are stored in waves and that no pass has read; null where the gateway does not say. */
export const countUnread = async (address: ApiAddress, waves: Iterable<string>): Promise<number | null> => {
  try {
    const states = await Promise.all(
      [...waves].map((id) =>
        askGateway<WaveAnswer<WaveState>>(address, waveQuery, { id }).then(
          ({ ingestionWave }) => ingestionWave,
        ),
      ),
    );
    return states.reduce((sum, state) => sum + (state?.unreadDocuments ?? 0), 0);
  } catch {
    return null;
  }
};

/**
 * Has a wave extracted, call by call, unless somebody has had it already; its report. `advance` gets the documents that are
 * left. Once `stop` is aborted the pass is stopped and no call follows; what was read stays read. Throws where somebody else
 * stops it.
 */
export const finishWave = async (
  address: ApiAddress,
  waveId: string,
  {
    advance = () => undefined,
    stop,
  }: { advance?: (left: number) => void; stop?: AbortSignal | undefined } = {},
): Promise<Report | null> => {
  const wave = await askOfWave<WaveState>(address, waveQuery, waveId);
  if (wave === null) return null;
  let [left, isFinished] = [wave.unreadDocuments, wave.extractedAt !== null];
  const isStopped = (): boolean => stop?.aborted === true;
  const endPass = () => {
    askGateway(address, stopOperation, { input: { waveId } }).catch(() => undefined);
  };
  stop?.addEventListener('abort', endPass, { once: true });
  try {
    while (!isFinished && !isStopped()) {
      advance(left);
      const input = { waveId, maxDocuments: documentsPerCall, idempotencyKey: randomUUID() };
      const { extractWave: answer } = await askPatiently<ExtractAnswer>(address, extractOperation, { input });
      if (answer.__typename !== 'ExtractionReportPayload') throw new CommandFailed(answer.message);
      isFinished = answer.report.finishedAt !== null;
      if (!isFinished && answer.report.wave.stoppedAt !== wave.stoppedAt && !isStopped())
        throw new CommandFailed('Somebody has stopped the reading of statements.');
      left = Math.max(0, left - documentsPerCall);
    }
  } finally {
    stop?.removeEventListener('abort', endPass);
  }
  return (await askOfWave<{ report: Report | null }>(address, reportQuery, waveId))?.report ?? null;
};
