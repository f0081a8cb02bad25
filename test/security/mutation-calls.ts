import { getNamedType, isInputObjectType } from 'graphql';
import { schema } from '#resolvers/index.ts';
import { literalsOf, type Offers } from './arguments.ts';
import { type Packed, pack, type Tree } from './packed-operations.ts';
import { type AnyField, everythingOf, membersOf } from './schema-paths.ts';

/** Full selection of a mutation's payload, and of a refusal. */
const answerOf = (field: AnyField, offers: Offers): Tree =>
  new Map(
    membersOf(getNamedType(field.type)).map((member) => {
      const [refusal] = member.getInterfaces();
      return refusal?.name === 'UserError'
        ? [`... on ${refusal.name}`, new Map(Object.keys(refusal.getFields()).map((name) => [name, null]))]
        : [`... on ${member.name}`, everythingOf(member, offers)];
    }),
  );

/** Call of a mutation: the literal of its input, and the names of the input's fields. */
export interface MutationCall {
  readonly mutation: string;
  readonly literal: string;
  readonly fields: readonly string[];
}

const mutationFields = schema.getMutationType()?.getFields() ?? {};

/** Every mutation with each of the literals that its input may be. */
export const mutationCalls = (offers: Offers): readonly MutationCall[] =>
  Object.values(mutationFields).flatMap(({ name, args }) =>
    args.flatMap((arg) => {
      const input = getNamedType(arg.type);
      const fields = isInputObjectType(input) ? Object.keys(input.getFields()) : [];
      return literalsOf(arg, name, offers).map((literal) => ({
        mutation: name,
        literal,
        fields,
      }));
    }),
  );

/** The calls, several in an operation, with everything that they may answer. */
export const packedMutations = (calls: readonly MutationCall[], offers: Offers): readonly Packed[] =>
  pack(
    'mutation',
    calls.flatMap(({ mutation, literal }, at) => {
      const field = mutationFields[mutation] as AnyField | undefined;
      return field
        ? [{ chain: [`${mutation}__${at}: ${mutation}(input: ${literal})`], below: answerOf(field, offers) }]
        : [];
    }),
  );
