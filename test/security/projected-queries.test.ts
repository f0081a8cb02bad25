import { beforeAll, describe, expect, test } from 'vitest';
import { policyMask } from '#domain/labels/policy/mask.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { contractOperation } from '#test/support/contract.ts';
import { people } from '#test/support/gateway.ts';
import { answerByGraphQLJs } from '#test/support/graphql-js.ts';
import { sampleOf } from '#test/support/property-runs.ts';
import { onServerStore } from '#test/support/store.ts';
import { senderIn } from './battery.ts';
import { withRefusedParents } from './errors-in-order.ts';
import type { Packed } from './packed-operations.ts';
import { aloneQuery, narrowQueries, packedQueries, rootFields } from './schema-paths.ts';
import { sharedProject } from './shown-part.ts';
import { createFullWorld, idIn, personas, shown, type World } from './world.ts';

/** Share of the queries in the quick run. */
const everyNth = 256;

/** The longest document that is kept with its plans. */
const longest = 4_096;

/** Viewers who ask for everything: one for each set of fields that the roles open, and one for each tenant. */
const asking = {
  pglite: ['contributor'],
  postgres: ['admin', 'contributor', 'reviewer of the board', 'admin of another tenant'],
};

/** Types with labels or audiences whose rows are read in selected columns only. */
const readInPart = ['Memory', 'Entity', 'Document', 'Chunk', 'Evidence', 'Contradiction', 'Interaction'];

/** Masked fields, in queries that select nothing else. */
const masked = [
  '... on Memory { __typename content',
  '... on Entity { __typename name',
  '... on Chunk { __typename text',
  'chunks(first: 3) { __typename nodes { __typename text',
  '... on Evidence { __typename userQuote',
  '... on Memory { __typename evidence(first: 3) { __typename nodes { __typename userQuote',
];

/** The query, which asks for an id of every type beside: no row is read whole because nothing is asked of its type. */
const besideIds = ({ query, variables }: Packed): Packed => ({
  query: query.replace(/\}$/, 'beside: node(id: "nothing") { id } }'),
  variables,
});

const unfound: Packed = { query: '', variables: {} };

/** A query with any variables. */
interface Asked {
  readonly query: string;
  readonly variables: object;
}

describe('a query that reads by projection is answered as graphql-js answers it from whole rows', () => {
  onServerStore((store) => {
    let world: World;
    beforeAll(async () => {
      world = await createFullWorld(store());
    });

    const askForText = (who: Viewer, { query, variables }: Asked): Promise<string> => {
      world.turnTo('asking');
      return world.gateway.askForText(who, query, variables, { headers: { 'x-request-id': 'asked' } });
    };
    const reference = (who: Viewer, { query, variables }: Asked) => {
      world.turnTo('asking');
      return answerByGraphQLJs(world.gateway, who, query, variables);
    };

    /** Faults of a query, and differences between the gateway and graphql-js. */
    const faultsOf = async (who: Viewer, asked: Asked, times: number): Promise<string[]> => {
      const expected = JSON.stringify(await reference(who, asked));
      // An id of another type is refused; a fault is never right.
      const faults = expected.includes('INTERNAL_SERVER_ERROR') ? [`${asked.query}: ${expected}`] : [];
      for (let time = 0; time < times; time += 1) {
        const text = await askForText(who, asked);
        if (withRefusedParents(text) !== withRefusedParents(expected))
          faults.push(`${asked.query}: ${text} and not ${expected}`);
      }
      return faults;
    };

    const faultsOfAll = async (who: Viewer, all: readonly Packed[], times: number): Promise<string[]> => {
      const faults: string[] = [];
      for (const packed of all) faults.push(...(await faultsOf(who, packed, times)));
      return faults;
    };

    test('every field of every type is answered alike alone, by its own columns', async ({ skip }) => {
      if (store().kind === 'pglite') skip();
      const { offers, ids, maySend } = await senderIn(world, people.admin);
      const all = narrowQueries(offers, ids, maySend).map(besideIds);
      expect(await faultsOfAll(people.admin, sampleOf(all, everyNth), 1)).toEqual([]);
    });

    test('every field is answered alike by every way', async () => {
      const faults: string[] = [];
      for (const [name, who] of personas) {
        if (!asking[store().kind].includes(name)) continue;
        const { offers, ids, maySend } = await senderIn(world, who);
        const some = packedQueries(offers, ids, maySend, {
          longest,
          chosen: (pieces) => sampleOf(pieces, everyNth),
        });
        expect(some.filter(({ query }) => query.length > longest)).toEqual([]);
        faults.push(...(await faultsOfAll(who, some, 1)));
      }
      expect(faults).toEqual([]);
    });

    const [memory = '', other = ''] = [0, 1].map((place) => idIn(shown.name, 'mem', place));
    const first = (prefix: string) => idIn(shown.name, prefix, 0);
    test.for<[string, Record<string, unknown>]>([
      ['Wave', { id: first('wav') }],
      ['Candidates', { first: 5, filter: { project: { eq: sharedProject } } }],
      ['ProjectState', { project: sharedProject }],
      ['Provenance', { id: memory }],
      ['Memories', { first: 5, filter: null }],
      ['Entities', { first: 5 }],
      ['Node', { id: first('ent') }],
      ['Nodes', { ids: [memory, first('chk'), other, 'nothing', memory] }],
      ['Viewer', {}],
      ['LabelReviewQueue', { first: 5 }],
      ['LabelPolicy', {}],
      ['MyContributions', { first: 5 }],
      ['Bundle', { project: sharedProject, tokenBudget: 200 }],
      ['Stats', { project: null }],
      ['Contradictions', { first: 5 }],
      ['Hotswap', { taskClass: 'review queryd', filePath: 'crates/queryd/src/lib.rs' }],
      ['Pathway', { id: first('pth') }],
      ['WorkflowItems', {}],
      ['AuditEvents', { first: 5, after: null }],
      ['VerifyAudit', {}],
    ])('%s is answered alike, as integrators have it', async ([name, variables]) => {
      const packed = { query: contractOperation(name), variables };
      expect(await faultsOf(people.admin, packed, 2)).toEqual([]);
    });

    test('every root field is answered and refused alike to each persona, though its plan is known', async ({
      skip,
    }) => {
      if (store().kind === 'pglite') skip();
      const { offers } = await senderIn(world, people.admin);
      for (const field of sampleOf(rootFields, 3)) {
        const packed = { query: aloneQuery(field, offers), variables: {} };
        for (const [name, who] of personas) {
          // Refused with its token.
          if (who.roles.length === 0) continue;
          const answer = JSON.parse(await askForText(who, packed));
          expect([name, field.name, answer]).toEqual([name, field.name, await reference(who, packed)]);
        }
      }
    });

    /** Every field of what is read in part by its ids, and below it, hidden ones among them, as the admin may ask for them. */
    const ofRowsInPart = async (): Promise<readonly Packed[]> => {
      const { offers, ids, maySend } = await senderIn(world, people.admin);
      return narrowQueries(offers, ids, maySend).filter(({ variables }) =>
        readInPart.some((name) => variables[name] !== undefined),
      );
    };

    test('what is hidden from others is shown no more where it is read in part', async ({ skip }) => {
      if (store().kind === 'pglite') skip();
      const all = await ofRowsInPart();
      const others = personas.filter(([name]) =>
        ['reader', 'service', 'admin of another tenant'].includes(name),
      );
      for (const [at, [, who]] of others.entries())
        expect(await faultsOfAll(who, sampleOf(all, everyNth, at), 1)).toEqual([]);
    });

    test('words that the policy withholds are withheld where they are read in part', async () => {
      const { setLabelPolicy } = await world.gateway
        .ask(
          people.admin,
          `mutation { setLabelPolicy(input: { mode: ENFORCE, rules: [
            { id: "sealed", anyLabel: ["sealed.vault"], notRoles: ["admin"], action: DENY },
            { id: "words", anyLabel: ["pii", "staff"], roles: ["reader", "reviewer"], action: REDACT }] }) { __typename } }`,
        )
        .then(({ data }) => data);
      expect(setLabelPolicy).toEqual({ __typename: 'SetLabelPolicyPayload' });
      const all = await ofRowsInPart();
      const some = sampleOf(all, everyNth);
      for (const who of [people.reader, people.reviewer]) expect(await faultsOfAll(who, some, 1)).toEqual([]);
      for (const words of masked) {
        const packed = all.find(({ query }) => query.includes(`${words} }`)) ?? unfound;
        const text = await askForText(people.reviewer, packed);
        expect([words, text.includes(policyMask)]).toEqual([words, true]);
      }
    });
  });
});
