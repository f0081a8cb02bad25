import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type GraphQLInputType, getNamedType, isInputObjectType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { schema } from '#resolvers/index.ts';

/** The one hard line of the promotion graph: nothing moves into trusted state but by a curator's hand. */

const root = new URL('../..', import.meta.url).pathname;
const filesUnder = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file));

/** Every type that an input reaches, by name. */
const reachedBy = (type: GraphQLInputType, seen = new Set<string>()): Set<string> => {
  const named = getNamedType(type);
  if (seen.has(named.name)) return seen;
  seen.add(named.name);
  if (isInputObjectType(named))
    for (const field of Object.values(named.getFields())) reachedBy(field.type, seen);
  return seen;
};

const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
const answersTrustedState = (name: string) => /ProjectState/.test(name);

describe('trusted state is written from words alone', () => {
  test('one mutation writes it, and no input that it takes can hold an id', () => {
    const writers = mutations.filter(({ name }) => answersTrustedState(name));
    expect(writers.map(({ name }) => name)).toEqual(['setProjectState']);
    for (const { args } of writers)
      expect(args.flatMap((arg) => [...reachedBy(arg.type)]).sort()).toEqual([
        'Boolean',
        'Int',
        'SetProjectStateInput',
        'String',
      ]);
  });

  test('no other mutation answers with an entry of it, whatever it takes', () => {
    const others = mutations.filter(({ name }) => !answersTrustedState(name));
    const answering = others.filter(({ type }) => {
      const union = getNamedType(type);
      const members = 'getTypes' in union ? union.getTypes() : [];
      return members.some((member) =>
        Object.values(member.getFields()).some((field) => answersTrustedState(getNamedType(field.type).name)),
      );
    });
    expect(answering.map(({ name }) => name)).toEqual([]);
  });

  test('one use case names the tables of it, and what reads them only reads', () => {
    const naming = [...filesUnder('src'), ...filesUnder('resolvers')].filter((file) =>
      /\bproject_state(?:_versions)?\b(?!\.set)|#entities\/project-state/.test(
        readFileSync(join(root, file), 'utf8'),
      ),
    );
    const [writer, ...readers] = naming.sort();
    expect(writer).toBe('src/application/project-state/set-project-state.ts');
    expect(readers).toEqual([
      'src/persistence/export-part.ts',
      // Names the keys of it that hold erased words.
      'src/persistence/names-holding.ts',
      'src/persistence/people/projects.ts',
      'src/persistence/people/users.ts',
      'src/persistence/project-state.ts',
      'src/persistence/versions/timeline.ts',
      // Names the type of an event's target.
      'src/server/webhooks/event-schemas.ts',
    ]);
    for (const file of readers)
      expect(readFileSync(join(root, file), 'utf8')).not.toMatch(
        /\b(?:insert into|(?<!for )update|delete from|merge into)\b/i,
      );
  });
});
