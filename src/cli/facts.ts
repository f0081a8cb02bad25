import { Refused } from '#agents/ask.ts';
import {
  dispute,
  type ExplainedItem,
  explainItem,
  explanationOf,
  type FoundThings,
  foundSum,
  foundText,
  getBundle,
  searchEverything,
  searchKinds,
  shownKind,
} from '#agents/calls.ts';
import { givenText } from '#domain/bundle/given-text.ts';
import { unknownNameMessage } from '#domain/input/nearest-names.ts';
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

/** Reads kinds that commas separate, in any case. @throws CommandFailed with the nearest one for what is none. */
const searchKindsOf = (text: string) =>
  text.split(',').map((given) => {
    const name = given.trim().toUpperCase().replaceAll('-', '_');
    const kind = searchKinds.find((one) => one === name);
    if (kind === undefined)
      throw new CommandFailed(unknownNameMessage('The kind', name, searchKinds), 'BAD_USER_INPUT');
    return kind;
  });

/** `vouch search`: everything that answers these words, what answers best first. */
export const search = async (
  address: ApiAddress,
  words: string,
  {
    kinds,
    project,
    first,
    json,
  }: {
    kinds?: string | undefined;
    project?: string | undefined;
    first: number;
    json: boolean;
  },
): Promise<void> => {
  const { search: found } = await askGateway<FoundThings>(address, searchEverything, {
    words,
    kinds: kinds === undefined ? null : searchKindsOf(kinds),
    project,
    first,
  });
  print(json, found, [
    ...found.nodes.map((one) =>
      [one.item.id, one.item.status ?? '-', shownKind(one), foundText(one).replaceAll(/\s+/g, ' ')].join(
        '  ',
      ),
    ),
    foundSum(found),
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
