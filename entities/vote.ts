import { defineEntity, p } from '@mikro-orm/core';
import { type Vote, votes } from '#domain/evidence/votes.ts';
import { instant, oneOf } from './governed-columns.ts';
import { deletable, sameTenant, seesRow, tablePolicies } from './policies.ts';
import { reference } from './relations.ts';

const visibility = `${sameTenant} and ${seesRow('memories', 'memory_id', 'votes')}`;

/** One user's vote on a memory; withdrawn votes have no row. Visible with its memory, and deleted with it. */
export const VoteTable = defineEntity({
  name: 'Vote',
  tableName: 'votes',
  rowLevelSecurity: 'force',
  properties: {
    tenant: p.text().primary(),
    memoryId: reference('memories', 'cascade').primary(),
    userId: p.text().primary(),
    vote: p.text().$type<Vote>(),
    votedAt: instant(),
  },
  checks: [oneOf('votes', 'vote', votes)],
  policies: [
    ...tablePolicies('votes', visibility).filter(({ command }) => command !== 'update'),
    deletable('votes', `${visibility} and user_id = (select viewer_user())`),
  ],
});
