import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RowColumns } from '#persistence/reading/row-columns.ts';
import { sql } from '#persistence/reading/sql.ts';
import { openReadSession, type ReadSession } from '#persistence/store/viewer-session.ts';
import { people } from '#test/support/gateway.ts';
import { onEveryStore } from '#test/support/store.ts';

interface Thing {
  readonly id: string;
  readonly heightNow: number;
  readonly words: string | null;
  readonly tags: readonly string[];
}

const columns = new RowColumns<Thing>('Thing', ['id'], ['heightNow', 'words', 'tags']);
const things = sql`(values ('a', 1, null::text, '{x}'::text[])) t (id, height_now, words, tags)`;

describe('rows in the columns that are asked for', () => {
  onEveryStore((store) => {
    let session: ReadSession;
    beforeEach(() => {
      session = openReadSession(store().orm, people.reader);
    });
    afterEach(() => session.close());

    /** Twice, since a statement that the server knows is read in another way. */
    const read = async (asked: readonly string[] | null, ...also: readonly string[]): Promise<Thing> => {
      const part: ReadSession =
        asked === null ? session : { ...session, projection: new Map([['Thing', new Set(asked)]]) };
      const select = sql<Thing>`select ${columns.of('t', part, ...also)} from ${things}`;
      await select.execute(await part.db());
      const { rows } = await select.execute(await part.db());
      return columns.guarded(part, rows[0] ?? {});
    };

    test('all of them where nothing is known beforehand', async () => {
      expect(await read(null)).toStrictEqual({ id: 'a', heightNow: 1, words: null, tags: ['x'] });
    });

    test('reading a column that was not selected throws', async () => {
      const row = await read(['words', 'id']);
      expect({ ...row }).toEqual({ id: 'a', words: null });
      expect(() => row.heightNow).toThrow('Thing.heightNow was not selected.');
      expect(
        () => columns.guarded({ ...session, projection: new Map([['Thing', new Set()]]) }, { ...row }).tags,
      ).toThrow('Thing.tags was not selected.');
    });

    test('what a statement goes by is read also', async () => {
      const row = await read([], 'heightNow');
      expect(row.heightNow).toBe(1);
      expect({ ...row }).toEqual({ id: 'a', heightNow: 1 });
      expect(() => row.words).toThrow('was not selected');
    });

    test('by one statement for two that ask for other columns', async () => {
      const first = await read(['words'], 'tags');
      const second = await read(['tags'], 'words');
      expect({ ...first }).toEqual({ ...second });
      expect(() => first.heightNow).toThrow('was not selected');
      expect(() => second.heightNow).toThrow('was not selected');
    });
  });
});
