import { readFileSync } from 'node:fs';
import { Kind, type ObjectTypeDefinitionNode, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { roles } from '#domain/privacy/viewer.ts';
import { createTestGateway, viewer } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';
import { mutationCalls } from './mutation-calls.ts';

const committed = parse(readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8'));
const mutations =
  committed.definitions.find(
    (node): node is ObjectTypeDefinitionNode =>
      node.kind === Kind.OBJECT_TYPE_DEFINITION && node.name.value === 'Mutation',
  )?.fields ?? [];

/** Roles that `@requiresRole` of the committed schema lists; all where a mutation has none. */
const declared = new Map(
  mutations.map(({ name, directives = [] }) => {
    const value = directives.find((directive) => directive.name.value === 'requiresRole')?.arguments?.[0]
      ?.value;
    const listed =
      value?.kind === Kind.LIST
        ? value.values.map((role) => (role.kind === Kind.STRING ? role.value : ''))
        : roles;
    return [name.value, listed as readonly string[]];
  }),
);

const missing = '00000000-0000-7000-8000-000000000000';
const calls = new Map(
  mutationCalls({
    ids: () => [`"mem_${missing}"`],
    byName: { dryRun: ['true'] },
    byType: {
      String: ['"x"'],
      Int: ['1'],
      Float: ['0.5'],
      Boolean: ['true'],
      DateTime: ['"2026-01-01T00:00:00Z"'],
      JSON: ['{}'],
    },
  })
    .toReversed()
    .map(({ mutation, literal }) => [mutation, literal]),
);

describe('roles of mutations', () => {
  test('the schema declares roles for nearly every mutation', () => {
    expect(declared.size).toBeGreaterThan(60);
    expect([...declared].filter(([, listed]) => listed === roles).map(([name]) => name)).toEqual(
      expect.arrayContaining(['deliverBundle', 'voteMemory']),
    );
  });

  onServerStore((store) => {
    test.for(roles)(
      'a viewer who is only %s is refused exactly the mutations that do not list the role',
      async (role) => {
        const gateway = await createTestGateway(store());
        const who = viewer('solo', [role]);
        for (const [mutation, listed] of declared) {
          const { data } = await gateway.ask(
            who,
            `mutation { ${mutation}(input: ${calls.get(mutation)}) { ... on UserError { code } } }`,
            {},
          );
          const isRefused = data?.[mutation]?.code === 'forbidden';
          expect({ mutation, role, isRefused }).toEqual({
            mutation,
            role,
            isRefused: !listed.includes(role),
          });
        }
      },
    );
  });
});
