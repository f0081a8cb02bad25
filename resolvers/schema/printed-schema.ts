import { lexicographicSortSchema, printSchema } from 'graphql';
import { schema } from '#resolvers/index.ts';
import { requiredRolesOf, roleDirectiveOf } from './required-roles.ts';

/** The ` @requiresRole(…)` of a field; empty where any valid token will do. */
const directiveOf = (typename: string, field: string): string => {
  const type = schema.getType(typename);
  const required = type && 'getFields' in type ? requiredRolesOf(type.getFields()[field]) : null;
  return required ? ` ${roleDirectiveOf(required)}` : '';
};

/** Appends each field's directive to its last line; graphql's `printSchema` prints no directives. */
const withRoles = (printed: string): string => {
  let typename = '';
  let field = '';
  let inDescription = false;
  return printed
    .split('\n')
    .map((line) => {
      if (/^ *""".*[^"]?$/.test(line) && !/^ *""".+"""$/.test(line)) inDescription = !inDescription;
      if (inDescription) return line;
      typename = /^(?:type|interface) (\w+)/.exec(line)?.[1] ?? typename;
      field = /^ {2}(\w+)[(:]/.exec(line)?.[1] ?? field;
      return /^ {2}(?:\w+(?:\(.*\))?|\)): /.test(line) ? `${line}${directiveOf(typename, field)}` : line;
    })
    .join('\n');
};

/** The schema as it is committed, with the roles of its fields; sorted, so that a change shows as what it is. */
export const printedSchema = (): string => `${withRoles(printSchema(lexicographicSortSchema(schema)))}\n`;
