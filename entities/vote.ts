import { defineEntity, p } from '@mikro-orm/core';
import { type Vote, votes } from '#domain/evidence/votes.ts';
import { instant, oneOf } from './governed-columns.ts';
import { sameTenant, seesRow, tablePolicies } from './policies.ts';
import { reference } from './relations.ts';

const visibility = `${sameTenant} and ${seesRow('memories', 'memory_id', 'votes')}`;

/** A vote by the session's person, under whichever spelling of their name. */
const ofSamePerson = `user_id in (select other.spelling from known_users mine join known_users other on other.tenant = mine.tenant and other.name = mine.name
  where mine.tenant = (select viewer_tenant()) and mine.spelling = (select viewer_user()))`;

/** One user's vote on a memory, as long as it stood. Visible with its memory, and deleted with it. */
export const VoteTable = defineEntity({
  name: 'Vote',
  tableName: 'votes',
  rowLevelSecurity: 'force',
  properties: {
    tenant: p.text().primary(),
    memoryId: reference('memories', 'cascade').primary(),
    userId: p.text().primary(),
    vote: p.text().$type<Vote>(),
    votedAt: instant().primary(),
    /** When its user took it back or voted otherwise; null: it stands. */
    endedAt: instant().nullable(),
  },
  indexes: [
    {
      name: 'votes_present_key',
      expression:
        'create unique index "votes_present_key" on "votes" ("tenant", "memory_id", "user_id") where ended_at is null',
    },
  ],
  checks: [oneOf('votes', 'vote', votes)],
  policies: tablePolicies('votes', visibility).map((policy) =>
    policy.command === 'update'
      ? { ...policy, using: `${visibility} and (user_id = (select viewer_user()) or ${ofSamePerson})` }
      : policy,
  ),
});
