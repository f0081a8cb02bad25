import { createHash } from 'node:crypto';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { contractOperation, findContractMutation } from './contract.ts';
import { people, type TestGateway } from './gateway.ts';

/** A document as a client sends it. */
export interface SentDocument {
  readonly path: string;
  readonly content: string;
  readonly updatedAt?: string;
  readonly audience?: readonly string[];
}

/** Answer of a mutation: the payload, or the refusal. */
// biome-ignore lint/suspicious/noExplicitAny: what a mutation answers is the test's question
export type Answer = any;

/** A decision record whose `Decision` section holds these paragraphs. */
export const decisionRecord = (...decisions: readonly string[]): string =>
  `# A record\n\n## Status\n\nAccepted\n\n## Decision\n\n${decisions.join('\n\n')}\n`;

/** Texts of decisions, each unlike the others. */
export const decisions = (count: number, about = 'gauge'): string[] =>
  Array.from(
    { length: count },
    (_, index) => `We will keep the readings of ${about} ${index + 1} for ${index + 2} years.`,
  );

/** Actions of people in a test's world, by the operations of the contract. */
export interface Story {
  readonly gateway: TestGateway;
  /** The answer to a mutation, as the contract asks for it where it does; a top-level error fails the test. */
  readonly does: (who: Viewer, mutation: string, input: object) => Promise<Answer>;
  /** The answer to a query of the contract. */
  readonly asks: (who: Viewer, query: string, variables?: object) => Promise<Answer>;
  readonly ingests: (who: Viewer, documents: readonly SentDocument[], more?: object) => Promise<Answer>;
  /** The ids of candidates with these contents, in their order, extracted from one record. */
  readonly candidates: (
    contents: readonly string[],
    more?: {
      readonly by?: Viewer;
      readonly audience?: readonly string[];
      readonly project?: string;
      readonly path?: string;
    },
  ) => Promise<string[]>;
  /** The id of one candidate. */
  readonly candidate: (content: string, more?: Parameters<Story['candidates']>[1]) => Promise<string>;
}

/** A record of its own for what it says: no story changes the source of another's statements unawares. */
const pathOf = (contents: readonly string[]): string =>
  `adr/r-${createHash('sha256').update(JSON.stringify(contents)).digest('hex').slice(0, 12)}.md`;

export const runStory = (gateway: TestGateway): Story => {
  const data = async (who: Viewer, query: string, variables: object): Promise<Answer> => {
    const answer = await gateway.ask(who, query, variables);
    if (answer.errors) throw new Error(`The gateway answered with errors: ${JSON.stringify(answer.errors)}`);
    return answer.data;
  };
  const does: Story['does'] = async (who, mutation, input) => {
    const name = `${mutation[0]?.toUpperCase()}${mutation.slice(1)}`;
    const query =
      findContractMutation(mutation, (input as { readonly id?: string }).id) ??
      `mutation ($input: ${name}Input!) { ${mutation}(input: $input) { __typename ... on UserError { code message path } } }`;
    return (await data(who, query, { input }))[mutation];
  };
  const ingests: Story['ingests'] = (who, documents, more = {}) =>
    does(who, 'ingestDocuments', { project: 'tides', documents, ...more });
  const candidates: Story['candidates'] = async (contents, more = {}) => {
    const { by = people.service, audience = [], project = 'tides', path = pathOf(contents) } = more;
    const { wave, message } = await ingests(by, [{ path, content: decisionRecord(...contents), audience }], {
      project,
    });
    if (!wave) throw new Error(`The record was not ingested: ${message}`);
    const found = new Map<string, string>(
      wave.report.candidates.nodes.map(({ id, content }: { id: string; content: string }) => [content, id]),
    );
    return contents.map((content) => {
      const id = found.get(content);
      if (id === undefined) throw new Error(`No candidate came of: ${content}`);
      return id;
    });
  };
  return {
    gateway,
    does,
    asks: (who, query, variables = {}) => data(who, contractOperation(query), variables),
    ingests,
    candidates,
    candidate: async (content, more) => (await candidates([content], more))[0] ?? '',
  };
};

const madeUp =
  /\b(mem|ent|chk|doc|wav|ext|wfi|aud|rev|rep|trc|con)_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|"(?:hash|previousHash|idempotencyKey|head)":"[0-9a-f]{64}"|"(?:cursor|endCursor|startCursor)":"[\w-]+"|"requestId":"[^"]+"/g;

/** An answer whose ids, hashes and cursors are numbered in the order of their appearance, so that it can be compared. */
export const withoutChance = (answer: unknown): unknown => {
  const names = new Map<string, string>();
  const text = JSON.stringify(answer).replace(madeUp, (found, prefix: string | undefined) => {
    const kind = prefix ?? found.slice(1, found.indexOf('"', 1));
    const known = names.get(found);
    if (known !== undefined) return known;
    const number =
      [...names.values()].filter((name) => name.startsWith(prefix ? `${kind}_` : `"${kind}":`)).length + 1;
    const name = prefix ? `${kind}_${number}` : `"${kind}":"${kind} ${number}"`;
    names.set(found, name);
    return name;
  });
  return JSON.parse(text);
};
