import { getNamedType, isInterfaceType, isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { schema } from '#resolvers/index.ts';

/** Every field that lists pages, with the names of its arguments. */
const lists = Object.values(schema.getTypeMap())
  .filter((type) => isObjectType(type) || isInterfaceType(type))
  .flatMap((type) =>
    Object.values(type.getFields()).flatMap((field) => {
      const listed = getNamedType(field.type);
      return isObjectType(listed) && 'pageInfo' in listed.getFields()
        ? [{ name: `${type.name}.${field.name}`, args: field.args.map(({ name }) => name) }]
        : [];
    }),
  );

/** Ordered by how well it answers, and by nothing else. */
const ranked = 'Query.search';

test('every list takes an order and pages from both ends', () => {
  expect(lists.length).toBeGreaterThan(100);
  for (const wanted of ['orderBy', 'first', 'after', 'last', 'before'])
    expect(
      lists.filter(({ args }) => !args.includes(wanted)).map(({ name }) => name),
      wanted,
    ).toEqual(wanted === 'orderBy' ? [ranked] : []);
});
