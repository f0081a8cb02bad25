import { budgetDay } from '#domain/language-model/budget.ts';
import { type DaySpending, findDaySpending } from '#persistence/language-model.ts';
import { builder } from '#resolvers/schema/builder.ts';

const ModelSpending = builder.objectRef<DaySpending>('ModelSpending').implement({
  description:
    'What calls to a language model have spent on a day, beside the budget of today. A call under way counts at the most that it may use.',
  fields: (t) => ({
    day: t.exposeString('day', { description: 'The day in UTC, `YYYY-MM-DD`.' }),
    tokens: t.exposeFloat('tokens', { description: 'Tokens that were sent and answered, together.' }),
    cost: t.exposeFloat('cost', {
      description:
        'What they cost, in the currency of the configured costs; 0 where no cost of a token is configured.',
    }),
    stops: t.exposeInt('stops', {
      description:
        'How often a call was not made, because the budget of the day or of its source had no room.',
    }),
    tokensPerDay: t.float({
      description: 'The most tokens that the tenant’s calls may spend on a day.',
      resolve: (_spending, _args, { dependencies }) => dependencies.settings.model.tokensPerDay,
    }),
    costPerDay: t.float({
      description: 'The most that the tenant’s calls may cost on a day.',
      resolve: (_spending, _args, { dependencies }) => dependencies.settings.model.costPerDay,
    }),
    tokensPerWave: t.float({
      description: 'The most tokens that calls about one wave or interaction may spend.',
      resolve: (_spending, _args, { dependencies }) => dependencies.settings.model.tokensPerWave,
    }),
    costPerWave: t.float({
      description: 'The most that calls about one wave or interaction may cost.',
      resolve: (_spending, _args, { dependencies }) => dependencies.settings.model.costPerWave,
    }),
  }),
});

builder.queryField('modelSpending', (t) =>
  t.field({
    type: ModelSpending,
    nullable: true,
    description:
      'What the tenant’s calls to a language model have spent today, in UTC. For auditors and admins.',
    authScopes: { anyRole: ['auditor', 'admin'] },
    resolve: (_root, _args, { reads, now }) => findDaySpending(reads.session, budgetDay(now())),
  }),
);
