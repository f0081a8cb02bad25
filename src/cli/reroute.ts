import { type ApiAddress, askGateway, CommandFailed } from './api-client.ts';
import { openProgress } from './report.ts';

const extractionsPerCall = 1_000;

const operation = `mutation ($input: RerouteAllInput!) { rerouteAll(input: $input) { __typename
  ... on RerouteAllPayload { considered inserted updated unchanged refused endCursor complete }
  ... on UserError { message } } }`;

interface Pass {
  readonly considered: number;
  readonly inserted: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly refused: number;
  readonly endCursor: string | null;
  readonly complete: boolean;
}

interface RerouteAnswer {
  readonly rerouteAll:
    | (Pass & { readonly __typename: 'RerouteAllPayload' })
    | { readonly __typename: 'UserError'; readonly message: string };
}

const sum = (one: Pass, next: Pass): Pass => ({
  considered: one.considered + next.considered,
  inserted: one.inserted + next.inserted,
  updated: one.updated + next.updated,
  unchanged: one.unchanged + next.unchanged,
  refused: one.refused + next.refused,
  endCursor: next.endCursor,
  complete: next.complete,
});

/** `vouch reroute`: the pass after a new routing version, call by call; broken off, it goes on with `--after`. */
export const reroute = async (
  address: ApiAddress,
  { after, json }: { readonly after: string | undefined; readonly json: boolean },
): Promise<void> => {
  const progress = openProgress(json);
  progress.start('Routing again');
  let total: Pass | null = null;
  for (let cursor = after ?? null; total?.complete !== true; cursor = total.endCursor) {
    const input = { limit: extractionsPerCall, ...(cursor === null ? {} : { after: cursor }) };
    const { rerouteAll: answer } = await askGateway<RerouteAnswer>(address, operation, { input }).catch(
      (error: unknown) => {
        progress.error(`Broken off. Go on with --after ${cursor ?? "''"}`);
        throw error;
      },
    );
    if (answer.__typename !== 'RerouteAllPayload') {
      progress.error('Refused');
      throw new CommandFailed(answer.message);
    }
    total = total === null ? answer : sum(total, answer);
    progress.message(`Routed ${total.considered} again`);
  }
  progress.stop('Done');
  const { considered, inserted, updated, unchanged, refused } = total;
  const result = { considered, inserted, updated, unchanged, refused };
  process.stdout.write(
    json
      ? `${JSON.stringify(result)}\n`
      : `${Object.entries(result)
          .map(([name, count]) => `${name}: ${count}`)
          .join('\n')}\n`,
  );
};
