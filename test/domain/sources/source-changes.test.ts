import { describe, expect, test } from 'vitest';
import type { Role, Viewer } from '#domain/privacy/viewer.ts';
import { refusalOfSettling, type SourceChangeFacts } from '#domain/sources/source-changes.ts';
import {
  firstOwners,
  mayChangeSource,
  ownersUnder,
  type SourceOwnerRule,
  type SourceOwners,
} from '#domain/sources/source-owners.ts';

const person = (user: string, roles: readonly Role[], groups: readonly string[] = []): Viewer => ({
  tenant: 'acme',
  user,
  roles,
  groups,
});
const nightly = person('nightly', ['service'], ['build']);
const owners = firstOwners(nightly);

test('who first brings a path in owns it, with the groups of their token, and a service like a person', () => {
  expect(owners).toEqual({ users: ['nightly'], groups: ['build'] });
});

describe('a change of a source takes effect at once where its sender owns the source', () => {
  const table: readonly [string, Viewer, SourceOwners | null, boolean][] = [
    ['nobody owns the path yet', person('mallory', ['contributor']), null, true],
    ['the service that brought it in', nightly, owners, true],
    ['a member of its group', person('carol', ['contributor'], ['build']), owners, true],
    ['a contributor of another group', person('mallory', ['contributor'], ['sales']), owners, false],
    ['another service', person('other', ['service']), owners, false],
    ['a reviewer', person('bob', ['reviewer', 'contributor']), owners, false],
    ['a spelling of the owner', person('Nightly', ['service']), owners, false],
    ['a user who has the name of the group', person('build', ['contributor']), owners, false],
    ['a group that has the name of the user', person('mallory', ['contributor'], ['nightly']), owners, false],
    ['an admin', person('alice', ['admin']), owners, true],
    [
      'a contributor, where nobody is named',
      person('mallory', ['contributor']),
      firstOwners(person('', [])),
      false,
    ],
  ];
  test.for(table)('%s: %o', ([, viewer, of, verdict]) => {
    expect(mayChangeSource(viewer, of)).toBe(verdict);
  });
});

describe('a rule names the owners of a folder, no matter who brought its sources in', () => {
  const rule = (prefix: string, group: string, project = 'tides'): SourceOwnerRule => ({
    project,
    prefix,
    users: [],
    groups: [group],
  });
  const rules = [
    rule('docs', 'writers'),
    rule('docs/security/', 'security'),
    rule('docs', 'others', 'winds'),
  ];
  test.for([
    ['docs/a.md', 'writers'],
    ['docs/security/keys.md', 'security'],
    ['docs/security', 'writers'],
    ['docs', 'writers'],
    ['docs-old/a.md', null],
    ['Docs/security/keys.md', null],
  ] as const)('%s: %s', ([path, group]) => {
    expect(ownersUnder(rules, { project: 'tides', path }, owners)).toEqual(
      group === null ? { owners, isRuled: false } : { owners: { users: [], groups: [group] }, isRuled: true },
    );
  });

  test('a rule is of its own project, and of two the longer prefix counts, whichever is first', () => {
    const rule = (project: string, prefix: string, group: string): SourceOwnerRule => ({
      project,
      prefix,
      users: [],
      groups: [group],
    });
    const [wide, narrow] = [rule('tides', 'docs', 'writers'), rule('tides', 'docs/api', 'coders')];
    const place = { project: 'tides', path: 'docs/api/a.md' };
    for (const both of [
      [wide, narrow],
      [narrow, wide],
    ])
      expect(ownersUnder(both, place, owners).owners?.groups).toEqual(['coders']);
    expect(ownersUnder([rule('winds', 'docs', 'writers')], place, owners)).toEqual({
      owners,
      isRuled: false,
    });
    expect(ownersUnder([wide], { ...place, path: 'docs-old/a.md' }, owners).isRuled).toBe(false);
  });

  test('a path that nobody has brought in yet is theirs already', () => {
    const { owners: ruled } = ownersUnder(rules, { project: 'tides', path: 'docs/new.md' }, null);
    expect(mayChangeSource(person('mallory', ['contributor']), ruled)).toBe(false);
    expect(mayChangeSource(person('wilma', ['contributor'], ['writers']), ruled)).toBe(true);
    expect(ownersUnder(rules, { project: 'tides', path: 'new.md' }, null)).toEqual({
      owners: null,
      isRuled: false,
    });
  });
});

describe('a change of a source is decided by an owner, an admin, or a reviewer who did not send it', () => {
  const waits: SourceChangeFacts = { verdict: null, contributor: 'mallory', owners, isRuled: false };
  const table: readonly [string, Viewer, Partial<SourceChangeFacts>, string | null][] = [
    ['an owner', nightly, {}, null],
    ['a member of the owning group', person('carol', ['contributor'], ['build']), {}, null],
    ['an admin', person('alice', ['admin']), {}, null],
    ['an admin who sent it', person('alice', ['admin']), { contributor: 'alice' }, null],
    ['a reviewer', person('bob', ['reviewer']), {}, null],
    ['its sender', person('mallory', ['contributor']), {}, 'source_change.not_owner'],
    ['its sender as a reviewer', person('mallory', ['reviewer']), {}, 'source_change.not_owner'],
    ['its sender in another spelling', person('MALLORY', ['reviewer']), {}, 'source_change.not_owner'],
    [
      'a reviewer, where a rule names the owners',
      person('bob', ['reviewer']),
      { isRuled: true },
      'source_change.not_owner',
    ],
    ['an owner whom a rule names', nightly, { isRuled: true }, null],
    ['another contributor', person('dave', ['contributor']), {}, 'source_change.not_owner'],
    ['an owner, once it was accepted', nightly, { verdict: 'ACCEPTED' }, 'source_change.settled'],
    [
      'an admin, once it was replaced',
      person('alice', ['admin']),
      { verdict: 'REPLACED' },
      'source_change.settled',
    ],
    [
      'a reviewer, once it was declined',
      person('bob', ['reviewer']),
      { verdict: 'DECLINED' },
      'source_change.settled',
    ],
  ];
  test.for(table)('%s', ([, viewer, more, refusal]) => {
    expect(refusalOfSettling({ ...waits, ...more }, viewer)).toBe(refusal);
  });
});
