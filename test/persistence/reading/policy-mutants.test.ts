import { CompiledQuery } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { audienceRule } from '#domain/privacy/rules/audience.ts';
import { labelPolicyRule } from '#domain/privacy/rules/label-policy.ts';
import { personalRule } from '#domain/privacy/rules/personal.ts';
import { sameTenantRule } from '#domain/privacy/rules/same-tenant.ts';
import { visibleStatusRule } from '#domain/privacy/rules/visible-status.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { type VisibilityRule, visibilityRules } from '#domain/privacy/visibility.ts';
import {
  documentVisibility,
  extractionVisibility,
  interactionVisibility,
  itemVisibility,
  unvouchedVisibility,
} from '#entities/policies.ts';
import { sql } from '#persistence/reading/sql.ts';
import { itemsVisibleTo } from '#persistence/reading/visibility-predicate.ts';
import { onServerStore } from '#test/support/store.ts';
import { placePolicies, worldPolicies } from '#test/support/visibility/place-policies.ts';
import { placeThings } from '#test/support/visibility/place-things.ts';
import {
  asOwner,
  type Disagreement,
  disagreements,
  names,
  predicatedTables,
  seenThroughPolicies,
  seenThroughPredicates,
} from '#test/support/visibility/seen-rows.ts';
import {
  type GovernedTable,
  governedTables,
  idIn,
  type PlacedThing,
} from '#test/support/visibility/thing-rows.ts';
import { everyThing, everyViewer } from '#test/support/visibility/things.ts';

describe('a check that differs is noticed', () => {
  onServerStore((store) => {
    let things: PlacedThing[] = [];
    beforeAll(async () => {
      const db = asOwner(store());
      things = await placePolicies(db, await placeThings(db, everyThing), worldPolicies);
    });

    const firstDisagreement = async (table: GovernedTable): Promise<Disagreement | null> => {
      for (const viewer of everyViewer) {
        const seen = await seenThroughPolicies(store(), viewer, things, [table]);
        const [found] = disagreements(seen, viewer, things, [table]);
        if (found) return found;
      }
      return null;
    };

    test('none does, over all combinations of what the rules distinguish', { timeout: 300_000 }, async () => {
      for (const viewer of everyViewer) {
        expect(
          disagreements(await seenThroughPolicies(store(), viewer, things), viewer, things, governedTables),
        ).toEqual([]);
        expect(
          disagreements(
            await seenThroughPredicates(store(), viewer, things),
            viewer,
            things,
            predicatedTables,
          ),
        ).toEqual([]);
      }
    });

    const contributor = `contributor = (select viewer_user())`;
    const admin = `(select viewer_has_role('{admin}'))`;
    test.for<[string, GovernedTable, string, string, string]>([
      ['no tenant', 'memories', itemVisibility, 'tenant = (select viewer_tenant())', 'true'],
      ['candidates for all', 'memories', itemVisibility, `'ACTIVE',`, `'ACTIVE', 'CANDIDATE',`],
      ['rejected ones for all', 'graph_entities', itemVisibility, `'ACTIVE',`, `'ACTIVE', 'INVALID',`],
      ['superseded ones for review', 'memories', itemVisibility, `, 'SUPERSEDED'`, ''],
      ['retired ones for review', 'memories', itemVisibility, `, 'RETIRED'`, ''],
      ['quarantined ones for all', 'graph_entities', itemVisibility, 'not quarantined', 'true'],
      [
        'quarantined ones for their contributors',
        'memories',
        itemVisibility,
        'not quarantined',
        `not quarantined or ${contributor}`,
      ],
      [
        'quarantined ones for nobody',
        'memories',
        itemVisibility,
        /not quarantined or [^)]*\)\)/.exec(itemVisibility)?.[0] ?? '',
        'not quarantined',
      ],
      [
        'readers review',
        'memories',
        itemVisibility,
        '{reviewer,auditor,admin}',
        '{reviewer,auditor,admin,reader}',
      ],
      ['auditors do not', 'memories', itemVisibility, '{reviewer,auditor,admin}', '{reviewer,admin}'],
      ['personal ones for all', 'memories', itemVisibility, 'not is_personal', 'true'],
      ['not even one’s own', 'memories', itemVisibility, ` or ${contributor}`, ''],
      [
        'not one’s own personal ones',
        'memories',
        itemVisibility,
        ` or ${contributor}`,
        ` or (${contributor} and not is_personal)`,
      ],
      [
        'not one’s own for another group',
        'memories',
        itemVisibility,
        ` or ${contributor}`,
        ` or (${contributor} and audience = '{}')`,
      ],
      [
        'not one’s own candidates',
        'memories',
        itemVisibility,
        ` or ${contributor}`,
        ` or (${contributor} and status = 'ACTIVE')`,
      ],
      ['not the admins', 'memories', itemVisibility, ` or ${admin}`, ''],
      [
        'personal ones for reviewers',
        'memories',
        itemVisibility,
        admin,
        `(select viewer_has_role('{reviewer,admin}'))`,
      ],
      ['in every group of it', 'memories', itemVisibility, 'audience && ', 'audience <@ '],
      ['an audience for all', 'memories', itemVisibility, `audience = '{}'`, 'true'],
      [
        'personal or for the group',
        'memories',
        itemVisibility,
        'not is_personal and ',
        'not is_personal or ',
      ],
      ['documents without audience', 'documents', documentVisibility, `audience = '{}'`, 'true'],
      ['chunks of another tenant', 'chunks', documentVisibility, 'tenant = (select viewer_tenant())', 'true'],
      [
        'interactions for all',
        'interactions',
        interactionVisibility,
        '{reviewer,auditor,admin}',
        '{reader,reviewer,auditor,admin}',
      ],
      [
        'dropped statements for all',
        'dropped_statements',
        unvouchedVisibility,
        '{reviewer,auditor,admin}',
        '{reader,reviewer,auditor,admin}',
      ],
      [
        'denied ones for all',
        'memories',
        itemVisibility,
        'or not array_to_tsvector',
        'or true or array_to_tsvector',
      ],
      ['no label policy', 'graph_entities', itemVisibility, `sensitivity_labels = '{}'`, 'true'],
      ['redacted ones hidden', 'memories', itemVisibility, 'viewer_denied_labels', 'viewer_withheld_labels'],
      [
        'extractions of denied ones',
        'extractions',
        extractionVisibility,
        'not extraction_is_denied(id)',
        'true',
      ],
    ])('policy: %s', async ([, table, visibility, from, to]) => {
      const mutant = visibility.replace(from, to);
      expect(mutant).not.toBe(visibility);
      const policy = `alter policy ${table}_viewer_select on ${table} using`;
      await store().asOwner(`${policy} (${mutant})`);
      try {
        expect(await firstDisagreement(table)).not.toBeNull();
      } finally {
        await store().asOwner(`${policy} (${visibility})`);
      }
    });

    /**
     * Compares row-level security with the visibility check for extractions that a service recorded, which this world's
     * rule does not cover.
     */
    const recordedDiffer = async (): Promise<boolean> => {
      for (const viewer of everyViewer) {
        const [policies, wording] = await Promise.all([
          seenThroughPolicies(store(), viewer, things, ['extractions']),
          seenThroughPredicates(store(), viewer, things, ['extractions']),
        ]);
        if (
          things.some((thing) => {
            const name = `extractions ${idIn('extractions', thing)}`;
            return policies.has(name) !== wording.has(name);
          })
        )
          return true;
      }
      return false;
    };
    test.for<[string, string, string, boolean]>([
      ['as it is', '', '', false],
      ['of any service', 'recorded_by = (', 'recorded_by <> (', true],
      ['of a personal source', ') and not is_personal', ')', true],
      ['with what came of it', 'recorded_by is null and (', 'true and (', true],
    ])('policy of recorded extractions: %s', async ([, from, to, differs]) => {
      const policy = 'alter policy extractions_viewer_select on extractions using';
      await store().asOwner(`update extractions set recorded_by = 'ann'`);
      await store().asOwner(`${policy} (${extractionVisibility.replace(from, to)})`);
      try {
        expect(extractionVisibility).toContain(from);
        expect(await recordedDiffer()).toBe(differs);
      } finally {
        await store().asOwner(`${policy} (${extractionVisibility})`);
        await store().asOwner('update extractions set recorded_by = null');
      }
    });

    test.for<[string, string, string, string]>([
      ['no category', 'label_query', `format('''%s.'':*', category)`, `'0 & !0'`],
      ['a category by its first characters', 'label_query', `'''%s.'':*'`, `'''%s'':*'`],
      ['any is all', 'label_query', `' | ' order by`, `' & ' order by`],
      ['all is any', 'compiled_label_rules', `' & ') from`, `' | ') from`],
      ['the last match wins', 'label_queries_for', `'' order by place`, `'' order by place desc`],
      ['a redaction hides', 'label_queries_for', `else '!(%s) & ('`, `else '%s | ('`],
      ['a redaction hides nothing behind it', 'label_queries_for', `else '!(%s) & ('`, `else '!(%s) | ('`],
      ['roles do not matter', 'label_queries_for', `rule -> 'roles' ?| of_roles`, 'true'],
      ['notRoles do not matter', 'label_queries_for', `not rule -> 'notRoles' ?| of_roles`, 'true'],
      ['users do not matter', 'label_queries_for', `rule -> 'users' ? of_user`, 'true'],
      ['what is only logged holds', 'compiled_label_rules', `mode = 'LOG_ONLY'`, 'false'],
      ['another tenant’s policy', 'label_queries_for', 'p.tenant = of_tenant', 'p.tenant <> of_tenant'],
      [
        'nobody’s denials',
        'viewer_denied_labels',
        `current_setting('vouch.denied_labels', true)`,
        `'0 & !0'`,
      ],
    ])('function: %s', async ([, name, from, to]) => {
      const [found] = await store().asOwner<{ definition: string }>(
        `select pg_get_functiondef('${name}'::regproc) as definition`,
      );
      const definition = (found?.definition ?? '').replaceAll(/\s+/g, ' ');
      expect(definition).toContain(from);
      const put = async (changed: string) => {
        await store().asOwner(changed);
        // Compiled policies are compiled anew.
        await store().asOwner(
          'alter table label_policies drop column compiled, add column compiled jsonb generated always as (compiled_label_rules(mode, rules)) stored',
        );
      };
      await put(definition.replace(from, to));
      try {
        expect(await firstDisagreement('memories')).not.toBeNull();
      } finally {
        await put(definition);
      }
    });

    const without = (rule: VisibilityRule): readonly VisibilityRule[] =>
      visibilityRules.filter((kept) => kept !== rule);
    test.for<[string, readonly VisibilityRule[]]>([
      ['no tenant', without(sameTenantRule)],
      ['no status', without(visibleStatusRule)],
      ['no personal mark', without(personalRule)],
      ['no audience', without(audienceRule)],
      ['no label policy', without(labelPolicyRule)],
      [
        'the label policy is not for admins',
        [
          ...without(labelPolicyRule),
          (viewer, facts) => viewer.roles.includes('admin') || labelPolicyRule(viewer, facts),
        ],
      ],
      [
        'the label policy is not for contributors',
        [
          ...without(labelPolicyRule),
          (viewer, facts) => viewer.user === facts.contributor || labelPolicyRule(viewer, facts),
        ],
      ],
      [
        'curators are admins',
        visibilityRules.map(
          (rule) => (viewer: Viewer, facts) =>
            rule(viewer.roles.includes('curator') ? { ...viewer, roles: ['admin'] } : viewer, facts),
        ),
      ],
      [
        'the first group alone',
        [
          ...without(audienceRule),
          (viewer, facts) => audienceRule(viewer, { ...facts, audience: facts.audience.slice(0, 1) }),
        ],
      ],
    ])('pure rule: %s', async ([, rules]) => {
      const differs = async () => {
        for (const viewer of everyViewer) {
          const seen = await seenThroughPolicies(store(), viewer, things, ['memories']);
          for (const thing of things)
            if (
              rules.every((rule) => rule(viewer, thing.item)) !==
              seen.has(`memories ${idIn('memories', thing)}`)
            )
              return true;
        }
        return false;
      };
      expect(await differs()).toBe(true);
    });

    test.for<[string, string, string]>([
      ['candidates for all', `'ACTIVE',`, `'ACTIVE', 'CANDIDATE',`],
      ['personal ones alone', 'not "n"."is_personal"', '"n"."is_personal"'],
      ['in every group of it', '"n"."audience" &&', '"n"."audience" <@'],
      ['an audience for all', `"n"."audience" = '{}'`, `"n"."audience" <> '{}'`],
      ['another tenant', '"n"."tenant" =', '"n"."tenant" <>'],
      ['quarantined ones for all', 'not "n"."quarantined"', 'true'],
      ['denied ones for all', 'or not array_to_tsvector', 'or true or array_to_tsvector'],
      ['redacted ones hidden', ')[1]::tsquery', ')[2]::tsquery'],
      ['no label policy', `"n"."sensitivity_labels" = '{}'`, 'true'],
    ])('predicate: %s', async ([, from, to]) => {
      const db = asOwner(store());
      const differs = async () => {
        for (const viewer of everyViewer) {
          const { sql: text, parameters } =
            sql`select 'memories' as "table", n.id from memories n where ${itemsVisibleTo(viewer, 'n')}`.compile();
          const mutant = text.replace(from, to);
          if (mutant === text) continue;
          const { rows } = await db.executeQuery<{ table: string; id: string }>(
            CompiledQuery.raw(mutant, [...parameters]),
          );
          if (disagreements(names(rows), viewer, things, ['memories']).length > 0) return true;
        }
        return false;
      };
      expect(await differs()).toBe(true);
    });
  });
});
