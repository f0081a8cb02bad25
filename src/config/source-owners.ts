import { z } from 'zod';
import type { SourceOwnerRule } from '#domain/sources/source-owners.ts';

const name = z.string().min(1).max(200);
const rules = z.array(
  z
    .strictObject({
      tenant: name,
      project: name,
      prefix: z.string().regex(/^[^/\s]/),
      users: z.array(name).default([]),
      groups: z.array(name).default([]),
    })
    .refine(({ users, groups }) => users.length + groups.length > 0),
);

/** `[{"tenant": "acme", "project": "tides", "prefix": "docs/security/", "groups": ["security"]}]`: the rules of each tenant. */
export const sourceOwners = z
  .string()
  .default('[]')
  .transform((given, context): ReadonlyMap<string, readonly SourceOwnerRule[]> => {
    const parsed = rules.safeParse(jsonOf(given));
    if (!parsed.success)
      context.addIssue(
        'VOUCH_SOURCE_OWNERS is not a JSON list of rules: give each a tenant, a project, a prefix without a slash before it, and users or groups.',
      );
    return Map.groupBy(parsed.data ?? [], ({ tenant }) => tenant);
  });

const jsonOf = (given: string): unknown => {
  try {
    return JSON.parse(given);
  } catch {
    return null;
  }
};
