import {
  DirectiveLocation,
  GraphQLBoolean,
  GraphQLDirective,
  GraphQLList,
  GraphQLNonNull,
  GraphQLString,
} from 'graphql';
import { type GatedField, gatedFields } from '#domain/privacy/field-access.ts';
import { roles as allRoles, hasAnyRole, type Role } from '#domain/privacy/viewer.ts';

/** Roles of which a field needs one. */
export interface RequiredRoles {
  readonly roles: readonly Role[];
  /** True when the contributor of the item reads the field without a role. */
  readonly orContributor: boolean;
}

/** Declares the roles of which a mutation needs one; `anybody`: any valid token. */
export const requiresRole = (roles: readonly Role[] | 'anybody') => ({
  extensions: roles === 'anybody' ? {} : { requiredRoles: { roles, orContributor: false } },
});

/** Declares that a field is null for viewers whom `gatedFields` does not name, and the columns that its resolver reads. */
export const gatedBy = <Row>(field: GatedField, ...columns: readonly (keyof Row & string)[]) => ({
  extensions: { columns, ...requiresReaderOf(field).extensions },
});

/** Like `gatedBy`, for a field whose resolver reads the whole row. */
export const requiresReaderOf = (field: GatedField) => {
  const { roles, contributor } = gatedFields[field];
  return { extensions: { requiredRoles: { roles, orContributor: contributor } } };
};

interface Declaring {
  readonly extensions?: {
    readonly requiredRoles?: RequiredRoles;
    readonly pothosOptions?: { readonly authScopes?: { readonly anyRole?: readonly Role[] } };
  };
}

/** Finds the roles that a field declares; null when any valid token will do. */
export const requiredRolesOf = (field: unknown): RequiredRoles | null => {
  const { requiredRoles, pothosOptions } = (field as Declaring | undefined)?.extensions ?? {};
  const anyRole = pothosOptions?.authScopes?.anyRole;
  return requiredRoles ?? (anyRole ? { roles: anyRole, orContributor: false } : null);
};

/** Lists every role that suffices: `admin` beside the roles that it includes. */
export const sufficientRoles = ({ roles }: RequiredRoles): readonly Role[] =>
  allRoles.filter((role) => hasAnyRole({ tenant: '', user: '', roles: [role], groups: [] }, roles));

export const requiresRoleDirective = new GraphQLDirective({
  name: 'requiresRole',
  description:
    'Roles of which a viewer needs one. A query or subscription answers others with the error FORBIDDEN, a mutation with a UserError of the kind FORBIDDEN, and any other field with null.',
  locations: [DirectiveLocation.FIELD_DEFINITION],
  args: {
    anyOf: {
      type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(GraphQLString))),
      description: 'Roles, as tokens carry them; `admin` is listed where it includes one of the others.',
    },
    orContributor: {
      type: GraphQLBoolean,
      defaultValue: false,
      description: 'True when the contributor of the item may read the field without any of the roles.',
    },
  },
});

/** Writes the roles of a field as the schema's text shows them. */
export const roleDirectiveOf = (required: RequiredRoles): string => {
  const anyOf = sufficientRoles(required).map((role) => `"${role}"`);
  return `@requiresRole(anyOf: [${anyOf.join(', ')}]${required.orContributor ? ', orContributor: true' : ''})`;
};
