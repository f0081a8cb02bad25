import {
  type DocumentNode,
  parse,
  print,
  TypeInfo,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import { schema } from '#resolvers/index.ts';
import { answerByGraphQLJs } from '#test/support/graphql-js.ts';
import { seededChance } from '#test/support/seeded-chance.ts';
import { onServerStore } from '#test/support/store.ts';
import { withRefusedParents } from './errors-in-order.ts';
import { fuzzOperations } from './fuzz-operations.ts';
import { createFullWorld, personas, type World } from './world.ts';

/** Queries of each persona; `npm run fuzz` asks 500, of another seed each time. */
const rounds = Number(process.env.FUZZ_ROUNDS ?? 12);
const seed = Number(process.env.FUZZ_SEED ?? 20_261_124);
/** An id that nothing has, of every type, and what is no id. */
const missing = [
  ...'mem ent chk doc int wav ext wfi aud pst pth trc evi rct con qua usr prj rep'
    .split(' ')
    .map((prefix) => `${prefix}_0199a000-0000-7000-8000-000000000000`),
  'nonsense',
];
const anId = /[a-z]{3}_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

const parsed = (query: string): DocumentNode | null => {
  try {
    return parse(query);
  } catch {
    return null;
  }
};

/** The query with its arguments in variables, where they can be, so that its document is kept. */
const withVariables = (query: string): { readonly query: string; readonly variables: object } => {
  const document = parsed(query);
  if (document === null) return { query, variables: {} };
  const types = new TypeInfo(schema);
  const variables: Record<string, unknown> = {};
  const definitions: string[] = [];
  const named = visit(
    document,
    visitWithTypeInfo(types, {
      Argument: {
        enter(node) {
          const type = types.getInputType();
          // A directive's condition decides what is asked.
          if (!type || types.getDirective()) return false;
          let value: unknown;
          try {
            value = valueFromASTUntyped(node.value);
          } catch {
            return false;
          }
          const name = `v${definitions.push(`$v${definitions.length}: ${type}`) - 1}`;
          variables[name] = value;
          return { ...node, value: { kind: 'Variable', name: { kind: 'Name', value: name } } };
        },
      },
    }),
  ) as DocumentNode;
  if (definitions.length === 0) return { query, variables };
  return { query: print(named).replace(/^query \w+/, `$&(${definitions.join(', ')})`), variables };
};

describe('queries drawn by chance are answered as graphql-js answers them', () => {
  onServerStore((store) => {
    let world: World;
    beforeAll(async () => {
      world = await createFullWorld(store());
    });

    test('data and errors are equal character by character, for every persona', {
      timeout: 3_600_000,
    }, async () => {
      const ids = new Set(missing);
      let known = [...ids];
      const chance = seededChance(seed);
      let mistaken = false;
      const { next } = fuzzOperations(chance, {
        texts: ['tides', 'noon', 'adr/1.md', 'board', 'pii.email', 'DECISION'],
        ids: () => known,
        withMistakes: () => mistaken,
      });
      const found: string[] = [];
      const asked = { run: 0, withErrors: 0, all: 0 };
      for (let round = 0; round < rounds; round += 1)
        for (const [name, who] of personas) {
          mistaken = round % 3 === 2;
          const drawn = withVariables(next('query'));
          const { query } = drawn;
          // Variables arrive as JSON, which has no infinite number.
          const variables = JSON.parse(JSON.stringify(drawn.variables));
          world.turnTo('asking');
          world.gateway.closed.length = 0;
          const text = await world.gateway.askForText(who, query, variables, {
            headers: { 'x-request-id': 'asked' },
          });
          asked.all += 1;
          for (const [id] of text.matchAll(anId)) ids.add(id);
          known = [...missing, ...[...ids].slice(-200)];
          // Refused before it ran.
          if (world.gateway.closed.length === 0) continue;
          asked.run += 1;
          if (world.gateway.closed.includes('failed')) asked.withErrors += 1;
          world.turnTo('asking');
          const reference = JSON.stringify(await answerByGraphQLJs(world.gateway, who, query, variables));
          if (text !== reference && withRefusedParents(text) !== withRefusedParents(reference))
            found.push(`${name}: ${query} ${JSON.stringify(variables)}\n${text}\nand not\n${reference}`);
        }
      expect(found).toEqual([]);
      if (process.env.FUZZ_ROUNDS)
        process.stdout.write(`seed ${seed} on ${store().kind}: ${JSON.stringify(asked)}\n`);
      expect(asked.run).toBeGreaterThan(asked.all / 4);
      expect(asked.withErrors).toBeGreaterThan(0);
    });
  });
});
