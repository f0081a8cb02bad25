import { defineEntity, p } from '@mikro-orm/core';
import { type Vote, votes } from '#domain/evidence/votes.ts';
import { instant, oneOf } from './governed-columns.ts';
import { deletable, sameTenant, seesRow, tablePolicies } from './policies.ts';

const visibility = `${sameTenant} and ${seesRow('memories', 'memory_id', 'votes')}`;

/** What one user thinks of a memory: one row a user, and none for who has taken it back. Seen with its memory, and gone with it. */
export const VoteTable = defineEntity({
  name: 'Vote',
  tableName: 'votes',
  rowLevelSecurity: 'force',
  properties: {
    tenant: p.text().primary(),
    memoryId: p.text().primary(),
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
