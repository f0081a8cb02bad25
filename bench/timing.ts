import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { parseArgs } from 'node:util';
import { v7 } from 'uuid';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { createTestGateway, viewer } from '#test/support/gateway.ts';
import type { TestStore } from '#test/support/store.ts';
import { eachStore, figure, heading, medianOf } from './measure.ts';

/**
 * `node bench/timing.ts [--samples 1000] [--store pglite|postgres] [--path search …]`: whether the time of an answer
 * shows what is hidden from
 * what does not exist. Over HTTP, one request at a time, in an order drawn by chance; for each path the area under
 * the curve of hidden against
 * absent (0.5: it shows nothing), beside a control of absent against absent.
 */
const { values: flags } = parseArgs({
  options: {
    samples: { type: 'string', default: '1000' },
    store: { type: 'string', multiple: true, default: ['pglite', 'postgres'] },
    path: { type: 'string', multiple: true, default: [''] },
  },
});
const samples = Number(flags.samples);

/** How likely a time of `one` is longer than one of `other`. */
const areaUnderCurve = (one: readonly number[], other: readonly number[]): number => {
  const all = [
    ...one.map((time) => ({ time, isOne: true })),
    ...other.map((time) => ({ time, isOne: false })),
  ];
  all.sort((a, b) => a.time - b.time);
  let below = 0;
  let sum = 0;
  for (const { isOne } of all) {
    if (isOne) sum += below;
    else below += 1;
  }
  return sum / (one.length * other.length);
};

const letters = 'bcdfghklmnprtvwz';
/** Fourteen letters that no stemmer touches and no other word shares. */
const word = (): string => [...randomBytes(14)].map((byte) => letters[byte % letters.length]).join('');
const words = (count: number): string[] => Array.from({ length: count }, word);
const ids = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, () => `${prefix}_${v7()}`);

/** Distinct words or ids of each kind: what was asked before is asked again in turn. */
const distinct = 8;
const many = 120;
const visible = 1_000;

interface Row {
  readonly id: string;
  readonly content: string;
  readonly tenant?: string;
  readonly labels?: readonly string[];
  readonly status?: string;
  readonly isPersonal?: boolean;
  readonly audience?: readonly string[];
  readonly suggested?: readonly string[];
}

const columns = `id, tenant, project, contributor, audience, is_personal, hand_authored, visibility_key, status, revision, content, confidence,
  pending_since, created_at, updated_at, sensitivity_labels, suggested_labels`;
const insert = async ({ asOwner }: TestStore, table: 'memories' | 'graph_entities', rows: readonly Row[]) => {
  for (let at = 0; at < rows.length; at += 500)
    await asOwner(
      `insert into ${table} (${columns}, ${table === 'memories' ? 'kind' : 'entity_type, name'})
        select r ->> 'id', coalesce(r ->> 'tenant', 'acme'), 'p', 'carol', coalesce((select array_agg(g) from jsonb_array_elements_text(r -> 'audience') g), '{}'),
          coalesce((r ->> 'isPersonal')::boolean, false), true, 'shared', coalesce(r ->> 'status', 'ACTIVE'), 1, r ->> 'content', 0.5, now(), now(), now(),
          coalesce((select array_agg(l) from jsonb_array_elements_text(r -> 'labels') l), '{}'),
          coalesce((select array_agg(l) from jsonb_array_elements_text(r -> 'suggested') l), '{}'), ${table === 'memories' ? `'FACT'` : `'COMPONENT', r ->> 'id'`}
        from jsonb_array_elements(?::jsonb) r`,
      [JSON.stringify(rows.slice(at, at + 500))],
    );
};

const world = async (store: TestStore) => {
  const gateway = await createTestGateway(store);
  const { url } = await gateway.gateway.listen();
  const said = (them: readonly string[], times: number, more: Omit<Row, 'id' | 'content'>): Row[] =>
    them.flatMap((one) =>
      Array.from({ length: times }, (_, at) => ({
        id: `mem_${v7()}`,
        content: `The gauge ${word()} reads ${one} at ${at} noon.`,
        suggested: [one],
        ...more,
      })),
    );
  const denied = { labels: ['pii.email'] };
  const hiddenWords = {
    'one label-denied item': { stored: words(distinct), times: 1, more: denied },
    [`${many} label-denied items`]: { stored: words(distinct), times: many, more: denied },
    [`${many} items of another tenant`]: { stored: words(distinct), times: many, more: { tenant: 'globex' } },
    [`${many} personal items`]: { stored: words(distinct), times: many, more: { isPersonal: true } },
    [`${many} candidates`]: { stored: words(distinct), times: many, more: { status: 'CANDIDATE' } },
    [`${many} items of another audience`]: {
      stored: words(distinct),
      times: many,
      more: { audience: ['board'] },
    },
  } as const;
  /** Everybody sees one that says the same word alone: what is like it is hidden, or not there. */
  const absentWords = words(distinct);
  const idsSaying = new Map(
    [absentWords, ...Object.values(hiddenWords).map(({ stored }) => stored)]
      .flat()
      .map((one) => [one, `mem_${v7()}`]),
  );
  await insert(store, 'memories', [
    ...said(words(visible), 1, {}),
    ...[...idsSaying].map(([one, id]) => ({ id, content: one })),
    ...Object.values(hiddenWords).flatMap(({ stored, times, more }) => said(stored, times, more)),
  ]);
  const hiddenIds = (prefix: string) => ({
    'label-denied': { ids: ids(prefix, distinct), more: denied },
    'of another tenant': { ids: ids(prefix, distinct), more: { tenant: 'globex' } },
    personal: { ids: ids(prefix, distinct), more: { isPersonal: true } },
  });
  const hidden = { memories: hiddenIds('mem'), graph_entities: hiddenIds('ent') } as const;
  for (const [table, kinds] of Object.entries(hidden))
    await insert(
      store,
      table as 'memories' | 'graph_entities',
      Object.values(kinds).flatMap(({ ids: them, more }) =>
        them.map((id) => ({ id, content: `The buoy ${word()}.`, ...more })),
      ),
    );
  await store.asOwner(
    `insert into label_policies (id, tenant, revision, mode, rules, hash, set_by, set_at) values ('pol_1', 'acme', 1, 'ENFORCE', ?::jsonb, 'x', 'x', now())`,
    [
      JSON.stringify([
        {
          id: 'cards',
          anyLabel: ['financial'],
          allLabels: [],
          roles: [],
          notRoles: ['admin'],
          users: [],
          action: 'REDACT',
        },
        {
          id: 'pii',
          anyLabel: ['pii'],
          allLabels: [],
          roles: [],
          notRoles: ['admin'],
          users: [],
          action: 'DENY',
        },
      ]),
    ],
  );
  // Autovacuum does this in time.
  await store.asOwner(store.kind === 'postgres' ? 'vacuum analyze' : 'analyze');
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (token: string, query: string, variables: object): Promise<number> =>
    new Promise((resolve, reject) => {
      const body = JSON.stringify({ query, variables });
      const begun = process.hrtime.bigint();
      const sent = request(
        `${url}/graphql`,
        {
          method: 'POST',
          agent,
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${token}`,
            'content-length': Buffer.byteLength(body),
          },
        },
        (response) => {
          response.resume();
          response.on('end', () => resolve(Number(process.hrtime.bigint() - begun) / 1e6));
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  const close = async () => {
    agent.destroy();
    await gateway.gateway.close();
  };
  return { ...gateway, hiddenWords, absentWords, idsSaying, hidden, ask, close };
};

type World = Awaited<ReturnType<typeof world>>;

/** One path: what a hidden value of each kind, and an absent one, is asked with. */
interface Path {
  readonly name: string;
  readonly who: Viewer;
  readonly query: string;
  readonly absent: readonly string[];
  readonly kinds: readonly (readonly [string, readonly string[]])[];
}

const pathsOf = ({ hiddenWords, absentWords, idsSaying, hidden }: World): Path[] => {
  const reader = viewer('rita', ['reader']);
  const reviewer = viewer('bob', ['reviewer']);
  const contributor = viewer('dora', ['contributor']);
  const byWord = Object.entries(hiddenWords).map(([kind, { stored }]) => [kind, stored] as const);
  const byId = (table: 'memories' | 'graph_entities') =>
    Object.entries(hidden[table]).map(([kind, of]) => [kind, of.ids] as const);
  const saying = (them: readonly string[]) => them.flatMap((one) => idsSaying.get(one) ?? []);
  const hiddenFromReviewers = byWord.filter(([kind]) => !kind.includes('candidates'));
  const alike = {
    who: reviewer,
    absent: saying(absentWords),
    kinds: hiddenFromReviewers.map(([kind, stored]) => [kind, saying(stored)] as const),
  };
  const queue = { who: reviewer, absent: absentWords, kinds: hiddenFromReviewers };
  // Each of these words has one item that everybody sees, so that answers are equally long.
  const search = { who: reader, absent: absentWords, kinds: byWord };
  const memories = { absent: ids('mem', distinct), kinds: byId('memories') };
  const entities = { absent: ids('ent', distinct), kinds: byId('graph_entities') };
  return [
    {
      ...search,
      name: 'search',
      query: 'query ($of: String!) { memories(filter: { search: $of }, first: 10) { nodes { id content } } }',
    },
    {
      ...search,
      name: 'search, count',
      query: 'query ($of: String!) { memories(filter: { search: $of }) { totalCount } }',
    },
    {
      ...alike,
      name: 'possible duplicates',
      query: 'query ($of: ID!) { memory(id: $of) { possibleDuplicates { similarity } } }',
    },
    {
      ...queue,
      name: 'label queue',
      query: 'query ($of: String!) { itemsWithSuggestedLabels(label: $of) { totalCount nodes { id } } }',
    },
    {
      ...memories,
      who: reader,
      name: 'memory(id)',
      query: 'query ($of: ID!) { memory(id: $of) { id content status } }',
    },
    {
      ...memories,
      who: reviewer,
      name: 'memory(id), a reviewer',
      query: 'query ($of: ID!) { memory(id: $of) { id content status } }',
    },
    {
      ...memories,
      who: reader,
      name: 'node(id), a memory',
      query: 'query ($of: ID!) { node(id: $of) { id __typename } }',
    },
    {
      ...memories,
      who: reader,
      name: 'memory(id), all about it',
      query:
        'query ($of: ID!) { memory(id: $of) { id content evidence { totalCount } revisions { totalCount } provenance { rule } } }',
    },
    {
      ...entities,
      who: reader,
      name: 'entity(id)',
      query: 'query ($of: ID!) { entity(id: $of) { id name } }',
    },
    {
      ...memories,
      who: reviewer,
      name: 'promoteCandidate',
      query: 'mutation ($of: ID!) { promoteCandidate(input: { id: $of }) { __typename } }',
    },
    {
      ...memories,
      who: contributor,
      name: 'recordEvidence',
      query:
        'mutation ($of: ID!) { recordEvidence(input: { memoryId: $of, detectionType: CONFIRMATION, sourceRef: "x" }) { __typename } }',
    },
    {
      ...memories,
      who: reader,
      name: 'voteMemory',
      query: 'mutation ($of: ID!) { voteMemory(input: { id: $of, vote: UP }) { __typename } }',
    },
  ];
};

const measure = async ({ ask, tokenOf }: World, { name, who, query, absent, kinds }: Path) => {
  const token = await tokenOf(who, 86_400 * 30);
  const half = absent.length / 2;
  const groups = [
    { kind: 'absent', values: absent.slice(0, half), times: [] as number[] },
    { kind: 'control: absent', values: absent.slice(half), times: [] as number[] },
    ...kinds.map(([kind, values]) => ({ kind, values, times: [] as number[] })),
  ];
  const warming = 30;
  for (let round = -warming; round < samples; round += 1)
    for (const { values, times } of groups
      .map((group) => ({ group, place: Math.random() }))
      .sort((a, b) => a.place - b.place)
      .map(({ group }) => group)) {
      const time = await ask(token, query, { of: values[Math.floor(Math.random() * values.length)] });
      if (round >= 0) times.push(time);
    }
  const [base, ...others] = groups;
  heading(`${name}: absent ${medianOf(base?.times ?? []).toFixed(2)} ms, n ${samples} each`);
  for (const { kind, times } of others)
    figure(
      kind,
      `${medianOf(times).toFixed(2)} ms, AUC ${areaUnderCurve(times, base?.times ?? []).toFixed(3)}`,
    );
};

await eachStore(async (store) => {
  heading(store.kind);
  const made = await world(store);
  try {
    for (const path of pathsOf(made).filter(({ name }) => flags.path.some((part) => name.includes(part))))
      await measure(made, path);
  } finally {
    await made.close();
  }
}, flags.store);
