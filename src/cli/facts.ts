import { Refused } from '#agents/ask.ts';
import {
  dispute,
  type ExplainedItem,
  explainItem,
  explanationOf,
  type FoundItems,
  getBundle,
  searchItems,
} from '#agents/calls.ts';
import { givenText } from '#domain/bundle/given-text.ts';
import { type ApiAddress, askGateway, CommandFailed } from './api-client.ts';

/** The commands that ask what the tools of agents ask, for a person at a terminal. */

const asking = (address: ApiAddress) => (query: string, variables: object) =>
  askGateway<never>(address, query, variables);

/** The refusal of a mutation, in the words of the API. */
const asFailure = (error: unknown): never => {
  throw error instanceof Refused ? new CommandFailed(error.message, error.code) : error;
};

/** Prints one JSON value for programs, else lines in which no stored text has a hidden character. */
const print = (json: boolean, answer: object, lines: readonly string[]): void => {
  process.stdout.write(json ? `${JSON.stringify(answer)}\n` : `${lines.map(givenText).join('\n')}\n`);
};

/** `vouch explain`: how a memory or an entity came to be, in words. */
export const explain = async (address: ApiAddress, id: string, json: boolean): Promise<void> => {
  const { node } = await askGateway<{ node: ExplainedItem | { __typename: string } | null }>(
    address,
    explainItem,
    { id },
  );
  if (node === null || !('status' in node))
    throw new CommandFailed('There is no memory and no entity with this id that you may read.');
  print(json, node, [explanationOf(node), '', node.content]);
};

/** `vouch search`: memories and entities with these words. */
export const search = async (
  address: ApiAddress,
  words: string,
  { project, first, json }: { project?: string | undefined; first: number; json: boolean },
): Promise<void> => {
  const found = await askGateway<FoundItems>(address, searchItems, { words, project, first });
  const { memories, entities } = found;
  print(json, found, [
    ...memories.nodes.map(({ id, status, kind, content }) => `${id}  ${status}  ${kind}  ${content}`),
    ...entities.nodes.map(({ id, status, name }) => `${id}  ${status}  ENTITY  ${name}`),
    `${memories.totalCount} memories and ${entities.totalCount} entities found.`,
  ]);
};

/** `vouch bundle`: the believed facts that a task needs, within a budget of tokens. */
export const bundle = async (
  address: ApiAddress,
  {
    task,
    project,
    budget,
    json,
  }: { task?: string | undefined; project?: string | undefined; budget?: number | undefined; json: boolean },
): Promise<void> => {
  const given = await getBundle(asking(address), { task, project, tokenBudget: budget }).catch(asFailure);
  // The text has its frames already: it is printed as an agent is given it.
  process.stdout.write(json ? `${JSON.stringify(given)}\n` : `${given.text}\nReceipt: ${given.receiptId}\n`);
};

/** `vouch dispute`: says that a believed memory does not hold. */
export const disputeFact = async (
  address: ApiAddress,
  input: Parameters<typeof dispute>[1],
  json: boolean,
): Promise<void> => {
  const answer = await dispute(asking(address), input).catch(asFailure);
  const { counterStatement } = answer;
  print(json, answer, [
    `Disputed ${input.id}: a reviewer settles it.${counterStatement ? ` What holds instead waits as ${counterStatement.id}.` : ''}`,
  ]);
};
