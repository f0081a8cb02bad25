import { expect, test } from 'vitest';
import { sql } from '#persistence/reading/sql.ts';
import { boundedReads } from '#persistence/store/bounded-reads.ts';
import { ReadsTooMuch } from '#persistence/store/database-errors.ts';
import { openReadSession } from '#persistence/store/viewer-session.ts';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { isLong } from '#test/support/property-runs.ts';
import { onServerStore } from '#test/support/store.ts';
import { runStory } from '#test/support/story.ts';

const { service, reader } = people;

onServerStore((store) => {
  test('one statement is read up to the limit of an operation', async () => {
    const session = boundedReads(openReadSession(store().orm, reader));
    const texts = (count: number) =>
      sql`select repeat('a', 1000000) as text from generate_series(1, ${count})`;
    expect((await texts(2).execute(await session.db())).rows).toHaveLength(2);
    await expect(texts(80).execute(await session.db())).rejects.toBeInstanceOf(ReadsTooMuch);
    await session.close();
  });

  test.runIf(isLong)(
    'long texts by way of each other are read up to a limit, and who asks next is answered',
    async () => {
      const gateway = await createTestGateway(store());
      const story = runStory(gateway);
      const versions = 9;
      for (let version = 0; version < versions; version += 1)
        await story.ingests(
          service,
          [{ path: 'log.md', content: `${version} ${'a line of it '.repeat(70_000)}` }],
          {
            project: 'logs',
            extract: false,
          },
        );
      const { data, errors } = await gateway.ask(
        reader,
        '{ documents(filter: { project: { eq: "logs" } }, first: 50) { nodes { versions(first: 50) { nodes { content } } } } }',
      );
      expect(data?.documents ?? null).toBeNull();
      expect(errors?.[0]?.extensions?.code).toBe('OPERATION_LIMIT_EXCEEDED');
      expect(
        (await gateway.ask(reader, '{ documents(filter: { project: { eq: "logs" } }) { totalCount } }')).data,
      ).toEqual({
        documents: { totalCount: versions },
      });
    },
  );
});
