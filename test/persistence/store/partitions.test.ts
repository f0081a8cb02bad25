import { expect, test } from 'vitest';
import { readSurface } from '#persistence/store/release-surface.ts';
import { foreignKeyDrift } from '#persistence/store/schema-drift.ts';
import { asOwnerOf, writeUnguarded } from '#persistence/store/unguarded-tables.ts';
import { onServerStore } from '#test/support/store.ts';

onServerStore((store) => {
  test('a table that is divided by tenant is one table of the store, and its partitions are none', async () => {
    for (const statement of [
      'create table parted (tenant text not null, id text not null, memory_id text, primary key (tenant, id), foreign key (tenant, memory_id) references memories (tenant, id)) partition by hash (tenant)',
      ...[0, 1].map(
        (part) =>
          `create table parted_${part} partition of parted for values with (modulus 2, remainder ${part})`,
      ),
      'create trigger parted_refuses_loss before delete on parted for each row execute function refuse_loss()',
    ])
      await store().asOwner(statement);

    const lines = (await readSurface(store().orm.em.fork())).filter((line) => line.includes('parted'));
    expect(lines).toEqual([
      'column parted.id text required',
      'column parted.memory_id text',
      'column parted.tenant text required',
    ]);
    expect(await foreignKeyDrift(store().orm)).toEqual([
      'alter table parted drop constraint parted_tenant_memory_id_fkey',
    ]);
    const { address } = store();
    if (!('url' in address)) return;
    const written: string[] = [];
    await asOwnerOf(address.url, (owner) =>
      writeUnguarded(owner, async (tables) => {
        written.push(...tables.map(({ name }) => name).filter((name) => name.startsWith('parted')));
      }),
    );
    expect(written).toEqual(['parted']);
    expect(await foreignKeyDrift(store().orm)).toHaveLength(1);
  });
});
