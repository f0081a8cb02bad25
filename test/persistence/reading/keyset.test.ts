import fc from 'fast-check';
import type { Kysely } from 'kysely';
import { v7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { DomainError } from '#domain/domain-error.ts';
import type { Database } from '#entities/index.ts';
import { type Direction, encodeCursor, type Page, type PageArguments } from '#persistence/reading/keyset.ts';
import { createLoaders } from '#persistence/reading/loaders.ts';
import {
  countMemories,
  type MemoryListQuery,
  type MemoryOrderField,
  memoryCursor,
  memoryOrders,
  pageOfMemories,
} from '#persistence/review/items.ts';
import { countQueue, itemCursor, pageOfQueue } from '#persistence/review/queue.ts';
import { countAuditEvents, pageOfAuditEvents } from '#persistence/store/audit-log.ts';
import { bulkInsert } from '#persistence/store/bulk-insert.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';
import { beginning, people } from '#test/support/gateway.ts';
import { propertyRuns } from '#test/support/property-runs.ts';
import { inSession as inSessionOf } from '#test/support/sessions.ts';
import { onEveryStore, type TestStore } from '#test/support/store.ts';

const orders = Object.keys(memoryOrders) as MemoryOrderField[];
const directions: readonly Direction[] = ['ASC', 'DESC'];
const listBy = (field: MemoryOrderField, direction: Direction, project: string): MemoryListQuery => ({
  filter: { project: { eq: project } },
  orderBy: { field, direction },
  excludePersonal: null,
  asOf: null,
});

interface Placed {
  readonly id: string;
  /** Seconds after the beginning; few, so that many rows are equal. */
  readonly second: number;
}

const insertMemories = (db: Kysely<Database>, tenant: string, project: string, rows: readonly Placed[]) =>
  bulkInsert(
    db,
    'memories',
    rows.map(({ id, second }) => {
      const at = new Date(beginning.getTime() + second * 1_000);
      return {
        id,
        tenant,
        project,
        contributor: 'carol',
        audience: [],
        is_personal: false,
        hand_authored: true,
        visibility_key: 'shared',
        status: second % 2 ? 'CANDIDATE' : 'ACTIVE',
        revision: 1,
        content: 'A statement of it.',
        // A third has no short binary form.
        confidence: (second % 4) / 3,
        pending_since: at,
        created_at: at,
        updated_at: at,
        kind: 'FACT',
        tags: [],
        sensitivity_labels: [],
      };
    }),
  );

const inSession = <Result>(
  { orm }: TestStore,
  read: (session: ReadSession) => Promise<Result>,
): Promise<Result> => inSessionOf(orm, people.admin, read);

const refusalOf = async (work: Promise<unknown>) => {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  return error instanceof DomainError ? error.code : error;
};

describe('pages', () => {
  onEveryStore((store) => {
    const db = () => store().orm.em.fork().getKysely<Database>();

    const walk = async <Row>(
      first: number,
      page: (session: ReadSession, args: PageArguments) => Promise<Page<Row>>,
      cursorOf: (row: Row) => string,
      between: () => Promise<void>,
    ): Promise<Row[]> => {
      const all: Row[] = [];
      for (let after: string | null = null; ; ) {
        const { rows, hasMore }: Page<Row> = await inSession(store(), (session) =>
          page(session, { size: first, after }),
        );
        expect(rows.length).toBeLessThanOrEqual(first);
        all.push(...rows);
        const last = rows.at(-1);
        if (!hasMore || !last) return all;
        after = cursorOf(last);
        await between();
      }
    };

    test('cover every row exactly once, by every order, while others are written', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.nat(5), { minLength: 1, maxLength: 25 }),
          fc.array(fc.nat(5), { maxLength: 6 }),
          fc.integer({ min: 1, max: 7 }),
          fc.constantFrom(...orders),
          fc.constantFrom(...directions),
          async (seconds, later, first, field, direction) => {
            const project = v7();
            const rows = (of: readonly number[]) => of.map((second) => ({ id: `mem_${v7()}`, second }));
            const placed = rows(seconds);
            await insertMemories(db(), 'acme', project, placed);
            const query = listBy(field, direction, project);
            expect(
              await inSession(store(), async (session) => (await countMemories(session, query)).value),
            ).toBe(placed.length);

            const waiting = rows(later);
            const listed = await walk(
              first,
              (session, page) => pageOfMemories(session, query, page),
              (row) => memoryCursor(query, row),
              async () => {
                const next = waiting.pop();
                if (next) await insertMemories(db(), 'acme', project, [next]);
              },
            );
            const ids = listed.map(({ id }) => id);
            expect(new Set(ids).size).toBe(ids.length);
            for (const { id } of placed) expect(ids).toContain(id);
            const keys = listed.map((row) => [memoryOrders[field].of(row), row.id] as const);
            const sorted = keys.toSorted(
              ([a, x], [b, y]) => (a - b || (x < y ? -1 : 1)) * (direction === 'ASC' ? 1 : -1),
            );
            expect(keys).toEqual(sorted);

            const queue = await walk(
              first,
              (session, page) => pageOfQueue(session, { project: { eq: project } }, page),
              itemCursor,
              async () => undefined,
            );
            expect(queue.map(({ id }) => id).length).toBe(new Set(queue.map(({ id }) => id)).size);
            expect(
              await inSession(
                store(),
                async (session) => (await countQueue(session, { project: { eq: project } })).value,
              ),
            ).toBe(queue.length);
          },
        ),
        { numRuns: 40, endOnFailure: true },
      );
    });

    test('none is asked for: none is given, and whether there are more is known', async () => {
      const project = v7();
      const query = listBy('CREATED_AT', 'ASC', project);
      const none = (session: ReadSession) => pageOfMemories(session, query, { size: 0, after: null });
      expect(await inSession(store(), none)).toEqual({ rows: [], hasMore: false });
      await insertMemories(db(), 'acme', project, [{ id: `mem_${v7()}`, second: 0 }]);
      expect(await inSession(store(), none)).toEqual({ rows: [], hasMore: true });
    });

    test('a cursor of another tenant is a position, and shows nothing of it', async () => {
      const project = v7();
      const query = listBy('CREATED_AT', 'ASC', project);
      await insertMemories(db(), 'other', project, [{ id: `mem_${v7()}`, second: 1 }]);
      const mine = `mem_${v7()}`;
      await insertMemories(db(), 'acme', project, [{ id: mine, second: 2 }]);
      const theirs = await store().asOwner<{ id: string }>(
        `select id from memories where tenant = 'other' and project = '${project}'`,
      );
      const after = encodeCursor('memories:CREATED_AT:ASC', [
        beginning.getTime() + 1_000,
        theirs[0]?.id ?? '',
      ]);
      const { rows } = await inSession(store(), (session) =>
        pageOfMemories(session, query, { size: 10, after }),
      );
      expect(rows.map(({ id }) => id)).toEqual([mine]);
    });
  });
});

describe('a cursor that no page of the list can have given is refused', () => {
  const base64 = (text: string) => Buffer.from(text).toString('base64url');
  /** Bad for every list; `order` is the list's own. */
  const forged: [string, (order: string) => string][] = [
    ['empty', () => ''],
    ['garbage', () => '%%%'],
    ['no JSON', () => base64('hello')],
    ['not an array', (order) => base64(JSON.stringify({ order }))],
    ['null', () => base64('null')],
    ['of another list', () => encodeCursor('another', [1, 'mem_x'])],
    ['too short', (order) => encodeCursor(order, [])],
    ['too long', (order) => encodeCursor(order, [1, 'a', 'b'])],
    ['huge', (order) => encodeCursor(order, ['x'.repeat(100_000)])],
    ['nested', (order) => base64(`["${order}",${'['.repeat(300)}${']'.repeat(300)},"x"]`)],
  ];
  /** Bad for `[number, id]`. */
  const badPositions: [string, string][] = [
    ['a text for a number', '"1","mem_x"'],
    ['a number for an id', '1,1'],
    ['null', 'null,null'],
    ['an id with NUL', '1,"mem_\\u0000"'],
    ['a lone surrogate', '1,"mem_\\ud800"'],
    ['infinite', '1e999,"mem_x"'],
    ['minus infinite', '-1e999,"mem_x"'],
    ['an object', '{"gt":1},"mem_x"'],
  ];
  const badInstants: [string, string][] = [
    ['beyond the last instant of JavaScript', '8640000000000001,"mem_x"'],
    ['beyond the first instant of PostgreSQL', '-8640000000000000,"mem_x"'],
    ['beyond the year 9999', '8640000000000000,"mem_x"'],
    ['no whole number', '0.5,"mem_x"'],
  ];

  onEveryStore((store) => {
    const memories = (field: MemoryOrderField) => (session: ReadSession, after: string) =>
      pageOfMemories(session, listBy(field, 'DESC', 'p'), { size: 5, after });
    const lists: [string, (session: ReadSession, after: string) => Promise<unknown>, boolean][] = [
      ['memories:CREATED_AT:DESC', memories('CREATED_AT'), true],
      ['memories:UPDATED_AT:DESC', memories('UPDATED_AT'), true],
      ['memories:CONFIDENCE:DESC', memories('CONFIDENCE'), false],
      ['candidates', (session, after) => pageOfQueue(session, {}, { size: 5, after }), true],
    ];
    test.for(lists)('%s', async ([order, page, byInstant]) => {
      const bad = [
        ...forged.map(([name, make]) => [name, make(order)] as const),
        ...[...badPositions, ...(byInstant ? badInstants : [])].map(
          ([name, position]) => [name, base64(`["${order}",${position}]`)] as const,
        ),
      ];
      for (const [name, after] of bad)
        expect([name, await refusalOf(inSession(store(), (session) => page(session, after)))]).toEqual([
          name,
          'input.invalid',
        ]);
    });

    const nested: [
      string,
      'string' | 'integer',
      (session: ReadSession, after: string) => Promise<unknown>,
    ][] = [
      [
        'documents',
        'string',
        (s, after) => createLoaders(s).documentsOfWave.load({ parentId: 'wav_1', size: 5, after }),
      ],
      [
        'chunks',
        'integer',
        (s, after) => createLoaders(s).chunksOfDocument.load({ parentId: 'doc_1', size: 5, after }),
      ],
      [
        'report-items',
        'string',
        (s, after) => createLoaders(s).reportItems.load({ parentId: 'rep_1', size: 5, after }),
      ],
      [
        'revisions',
        'integer',
        (s, after) => createLoaders(s).revisionsOfMemory.load({ parentId: 'mem_1', size: 5, after }),
      ],
      [
        'audit',
        'integer',
        (s, after) => createLoaders(s).auditTrail.load({ parentId: 'mem_1', size: 5, after }),
      ],
      ['audit', 'integer', (s, after) => pageOfAuditEvents(s, {}, { size: 5, after })],
    ];
    test.for(nested)('%s by %s', async ([order, shape, page]) => {
      const positions =
        shape === 'string'
          ? ['1', 'null', '"a\\u0000"', '"\\udc00"', '["a"]']
          : ['"1"', 'null', '0.5', '1e999', '1e30', '-1e999', '[1]'];
      const bad = [
        ...forged.map(([, make]) => make(order)),
        ...positions.map((position) => base64(`["${order}",${position}]`)),
      ];
      for (const after of bad)
        expect([
          after.slice(0, 80),
          await refusalOf(inSession(store(), (session) => page(session, after))),
        ]).toEqual([after.slice(0, 80), 'input.invalid']);
    });

    test('whatever is sent, the answer is a page or that refusal', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...lists),
          fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 3 }),
          async ([order, page], position) => {
            const after = base64(JSON.stringify([order, ...position]));
            expect([null, 'input.invalid']).toContain(
              await refusalOf(inSession(store(), (session) => page(session, after))),
            );
          },
        ),
        { numRuns: propertyRuns(150) },
      );
      expect(await inSession(store(), async (session) => (await countAuditEvents(session, {})).value)).toBe(
        0,
      );
    });
  });
});
