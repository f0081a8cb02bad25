import { readFileSync } from 'node:fs';
import { buildSchema, isAbstractType } from 'graphql';
import { expect, test } from 'vitest';
import { possibleTypes } from '../../src/console/api/possible-types.ts';

const schema = buildSchema(readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8'));

test('the cache of the console knows every type of the interfaces that it names', () => {
  const inSchema = Object.keys(possibleTypes).map((name) => {
    const type = schema.getType(name);
    const types = isAbstractType(type) ? schema.getPossibleTypes(type).map((possible) => possible.name) : [];
    return [name, types.toSorted()];
  });
  expect(Object.entries(possibleTypes).map(([name, types]) => [name, types.toSorted()])).toEqual(inSchema);
});
