import { assertName, assertNames, sortedSet } from '#application/input-shape.ts';
import { type CommonInput, defineUseCase } from '#application/use-case.ts';
import { canonicalJson } from '#domain/audit/canonical-json.ts';
import { DomainError } from '#domain/domain-error.ts';
import { assertDocumentPath } from '#domain/input/document-path.ts';
import type { SourceOwnerRule } from '#domain/sources/source-owners.ts';
import { SourceOwnerRulesTable } from '#entities/source-owner-rules.ts';
import { insertionOfRow, lockTenantRow, updateOfRow } from '#persistence/store/stored-rows.ts';

export interface SetSourceOwnersInput extends CommonInput {
  readonly rules: readonly {
    readonly project: string;
    readonly prefix: string;
    readonly users?: readonly string[] | null | undefined;
    readonly groups?: readonly string[] | null | undefined;
  }[];
  /** The revision that the caller looked at; 0: there must be no rules yet. */
  readonly expectedRevision?: number | null | undefined;
}

const maxRules = 200;

const assertShape = ({ rules }: SetSourceOwnersInput): void => {
  const refuse = (message: string, path: readonly string[]) =>
    new DomainError('input.invalid', message, path);
  if (rules.length > maxRules)
    throw refuse(`There are ${rules.length} rules; at most ${maxRules} are accepted.`, ['rules']);
  const places = new Set<string>();
  for (const [index, { project, prefix, users, groups }] of rules.entries()) {
    const at = ['rules', String(index)];
    assertName(project, 'The project', [...at, 'project']);
    // A folder may end with a slash.
    assertDocumentPath(prefix.replace(/\/$/, ''), [...at, 'prefix']);
    assertNames(users ?? [], 'The users', [...at, 'users']);
    assertNames(groups ?? [], 'The groups', [...at, 'groups']);
    if ((users ?? []).length + (groups ?? []).length === 0)
      throw refuse('A rule names nobody: give it users or groups, or leave it out.', at);
    const place = JSON.stringify([project, prefix]);
    if (places.has(place))
      throw refuse(`Two rules are for ${prefix} of ${project}: put their owners into one.`, at);
    places.add(place);
  }
};

/**
 * An admin names the owners of sources by project and folder, no matter who brings them in. The rules hold for what is sent, withdrawn or
 * settled from then on. The same rules again write nothing.
 */
export const setSourceOwners = defineUseCase<SetSourceOwnersInput, object>(
  { mutation: 'setSourceOwners', roles: ['admin'], as: 'viewer' },
  async ({ session, viewer, now, record }, { input }) => {
    assertShape(input);
    const rules = input.rules.map(
      ({ project, prefix, users, groups }): SourceOwnerRule => ({
        project,
        prefix,
        users: sortedSet(users),
        groups: sortedSet(groups),
      }),
    );
    const table = await lockTenantRow(session, SourceOwnerRulesTable);
    const revision = table?.revision ?? 0;
    if (input.expectedRevision != null && input.expectedRevision !== revision)
      throw new DomainError(
        'conflict.stale_revision',
        `The rules are at revision ${revision}; this was meant for revision ${input.expectedRevision}. Read them again.`,
        ['expectedRevision'],
      );
    const done = { verdict: 'done', outcome: {} } as const;
    const before = table?.rules ?? [];
    if (canonicalJson(before) === canonicalJson(rules)) return done;
    const stated = { tenant: viewer.tenant, revision: revision + 1, rules, setBy: viewer.user, setAt: now };
    session.send(
      table
        ? updateOfRow(SourceOwnerRulesTable, table, stated)
        : insertionOfRow(SourceOwnerRulesTable, stated),
    );
    record([
      {
        action: 'source_owners.set',
        targetType: 'SourceOwnerRules',
        targetId: 'source_owner_rules',
        before: table ? { revision, rules: before } : null,
        after: { revision: stated.revision, rules },
      },
    ]);
    return done;
  },
);
