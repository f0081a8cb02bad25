import {
  type GraphQLInputField,
  type GraphQLInputType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isRequiredInputField,
} from 'graphql';
import { typenameByForm } from '#domain/input/ids.ts';
import { hasAnyRole, type Role, roles, type Viewer } from '#domain/privacy/viewer.ts';
import { schema } from '#resolvers/index.ts';
import { seededChance } from '../../support/seeded-chance.ts';
import type { TestStore } from '../../support/store.ts';
import { decisionRecord } from '../../support/story.ts';
import { loner, project } from './world.ts';

/** Every mutation of the schema: a new one takes part from its first day. */
export const mutations: readonly string[] = Object.keys(schema.getMutationType()?.getFields() ?? {}).sort();

/** The roles that `@requiresRole` of a mutation lists; all where it lists none. */
export const rolesOf = (mutation: string): readonly Role[] => {
  const { requiredRoles } = (schema.getMutationType()?.getFields()[mutation]?.extensions ?? {}) as {
    requiredRoles?: { roles: readonly Role[] };
  };
  return requiredRoles?.roles ?? roles;
};

/** The tokens that one person may hold: together, each apart, and in another spelling. */
const personas: readonly (readonly Role[])[] = [
  ...roles.map((role) => [role]),
  ['contributor', 'reviewer'],
  ['contributor', 'reviewer', 'service'],
  ['curator', 'auditor', 'contributor', 'reviewer', 'service'],
];

export const personaCount = personas.length;
export const personaOf = (persona: number): readonly Role[] => personas[persona % personas.length] ?? [];

const tokensOf = (tenant: string, personaRoles: readonly Role[]): readonly Viewer[] => [
  loner(tenant, personaRoles),
  loner(tenant, personaRoles, 'MALLORY'),
  ...(personaRoles.length > 1 ? personaRoles.map((role) => loner(tenant, [role], 'Mallory')) : []),
];

/** One drawn step: numbers choose, so that a failing sequence shrinks. */
export interface Draw {
  readonly mutation: number;
  readonly token: number;
  readonly target: number;
  readonly chance: number;
}

export interface Sequence {
  readonly persona: number;
  readonly draws: readonly Draw[];
}

export interface Step {
  /** Answer that a seed expects: `done` or a code. */
  readonly answers?: string;
  readonly who: Viewer;
  readonly mutation: string;
  readonly input: object;
}

/** Values that exist in the tenant now. */
export interface Offered {
  readonly ids: ReadonlyMap<string, readonly string[]>;
  readonly contents: ReadonlyMap<string, string>;
  readonly paths: readonly string[];
}

const idTables = {
  memories: 'id',
  graph_entities: 'id',
  contradictions: 'id',
  interactions: 'id',
  documents: 'id',
  waves: 'id',
  extractions: 'id',
  workflow_items: 'id',
  quarantines: 'id',
  webhooks: 'id',
  chunks: 'id',
  pathway_traces: 'id',
  source_changes: 'id',
} as const;

export const offeredIn = async (
  store: TestStore,
  tenant: string,
  inbox: readonly string[],
): Promise<Offered> => {
  const found = await store.asOwner<{ id: string; content: string | null }>(
    `${Object.keys(idTables)
      .map((table) => {
        const content = /^(memories|graph_entities|source_changes)$/.test(table) ? 'content' : 'null';
        return `select id::text, ${content} as content from ${table} where tenant = '${tenant}'`;
      })
      .join(' union all ')} order by 1`,
  );
  const ids = new Map<string, string[]>();
  for (const { id } of found) {
    const type = typenameByForm(id) ?? 'PathwayTrace';
    ids.set(type, [...(ids.get(type) ?? []), id]);
  }
  ids.set('InboxItem', [...inbox]);
  return {
    ids,
    contents: new Map(found.flatMap(({ id, content }) => (content === null ? [] : [[id, content] as const]))),
    paths: ['adr/buoy.md', 'adr/crane.md', 'drift.md', 'values.md', 'mine.md'],
  };
};

/** Wordings of a step: more than it said, less, the opposite, the same again, something else. */
const wordings = (content: string): readonly string[] => [
  `${content.replace(/\.$/, '')} without any check.`,
  content.replace(/^We will (\w+)/, (_, verb: string) => `${verb[0]?.toUpperCase()}${verb.slice(1)}`),
  content.replace(' only', ''),
  content.replace('We will', 'We will not'),
  content,
  'I say so alone.',
];

const inputObject = (mutation: string) => {
  const type = getNullableType(
    schema.getMutationType()?.getFields()[mutation]?.args[0]?.type as GraphQLInputType,
  );
  if (!isInputObjectType(type)) throw new Error(`${mutation} has no input.`);
  return type;
};

/** Fields that change nothing of what a step does. */
const neutral: readonly string[] = ['idempotencyKey', 'dryRun', 'expectedRevision'];

/** An input of a mutation, drawn from its type and from what there is; `target` is the item that it is about where it takes one. */
const inputOf = (
  mutation: string,
  target: string,
  chance: () => number,
  { ids, contents, paths }: Offered,
): object => {
  const oneOf = <One>(them: readonly One[]): One => them[Math.floor(chance() * them.length)] as One;
  const content = () => contents.get(target) ?? oneOf([...contents.values()]);
  const leaf = (field: GraphQLInputField, name: string, isFirst: boolean): unknown => {
    switch (name) {
      case 'ID': {
        const types = (field.extensions.idOf ?? []) as readonly string[];
        if (isFirst && types.includes(typenameByForm(target) ?? '')) return target;
        const fitting = types.flatMap((type) => ids.get(type) ?? []);
        return oneOf(fitting.length > 0 ? fitting : [...contents.keys()]);
      }
      case 'Int':
        return 1;
      case 'Float':
        return 0.9;
      case 'Boolean':
        return chance() < 0.5;
      case 'DateTime':
        return oneOf(['2026-02-01T00:00:00Z', '2026-03-20T00:00:00Z', '2026-12-31T00:00:00Z']);
      case 'JSON':
        return { statements: [{ kind: 'FACT', content: oneOf(wordings(content())) }] };
      default:
        break;
    }
    switch (field.name) {
      case 'project':
        return project;
      case 'content':
        return mutation === 'ingestDocuments'
          ? decisionRecord(...[content(), content()].map((one) => oneOf(wordings(one))))
          : oneOf(wordings(content()));
      case 'statement':
      case 'mergedContent':
        return oneOf(wordings(content()));
      case 'path':
      case 'paths':
        return oneOf(paths);
      case 'audience':
      case 'groups':
        return oneOf(['board', 'crew']);
      case 'sensitivityLabels':
      case 'labels':
      case 'anyLabel':
        return oneOf(['sealed', 'pii.email']);
      case 'sourceUser':
        return oneOf(['bob', 'nobody in particular', 'mallory']);
      case 'schemaName':
        return 'vouch.statements';
      case 'field':
        return 'content';
      case 'category':
        return 'tide';
      case 'key':
        return 'height';
      case 'guardrailFlags':
        return oneOf(['invalid_citation', 'currency']);
      case 'url':
        return 'https://example.com/other';
      case 'to':
      case 'addressee':
        return oneOf(['bob', 'carol']);
      case 'contributor':
        return oneOf(['carol', 'agent', 'mallory']);
      default:
        return oneOf(['It is so.', 'Nobody says otherwise.']);
    }
  };
  const inputValue = (field: GraphQLInputField, type: GraphQLInputType, isFirst: boolean): unknown => {
    const nullable = getNullableType(type);
    if (isListType(nullable)) return [inputValue(field, nullable.ofType as GraphQLInputType, isFirst)];
    if (isEnumType(nullable)) return oneOf(nullable.getValues()).name;
    if (!isInputObjectType(nullable)) return leaf(field, String(nullable), isFirst);
    const fields = Object.values(nullable.getFields()).filter(({ name }) => !neutral.includes(name));
    // An input of which exactly one field is given has one.
    const none = fields.every((one) => !isRequiredInputField(one));
    const only = none && nullable.name.endsWith('Origin') ? oneOf(fields) : null;
    return Object.fromEntries(
      fields
        .filter((one) => (only ? one === only : isRequiredInputField(one) || chance() < 0.5))
        .map((one) => [
          one.name,
          inputValue(one, one.type, isFirst && /^(id|memoryId|fromId)$/.test(one.name)),
        ]),
    );
  };
  const input = inputObject(mutation);
  return inputValue(input as unknown as GraphQLInputField, input, true) as object;
};

/** The step that is drawn, of what the person's tokens may send and of what there is. */
export const stepOf = (
  tenant: string,
  { persona, draw }: { readonly persona: number; readonly draw: Draw },
  offered: Offered,
): Step => {
  const personaRoles = personaOf(persona);
  const tokens = tokensOf(tenant, personaRoles);
  const open = mutations.filter((mutation) => hasAnyRole(loner(tenant, personaRoles), rolesOf(mutation)));
  const mutation = open[draw.mutation % open.length] ?? '';
  const able = tokens.filter((token) => hasAnyRole(token, rolesOf(mutation)));
  const items = [...(offered.ids.get('Memory') ?? []), ...(offered.ids.get('Entity') ?? [])];
  const target = items[draw.target % items.length] ?? '';
  return {
    who: able[draw.token % able.length] ?? loner(tenant, personaRoles),
    mutation,
    input: inputOf(mutation, target, seededChance(draw.chance), offered),
  };
};
