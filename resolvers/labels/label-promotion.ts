import type { LabelPromotionRow } from '#persistence/labels/labels.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { User, userOf } from '#resolvers/schema/named.ts';

export const LabelPromotion = builder.objectRef<LabelPromotionRow>('LabelPromotion').implement({
  description: 'Suggested labels of a memory or an entity that a reviewer made authoritative.',
  fields: (t) => ({
    labels: t.exposeStringList('labels', { description: 'The labels that were promoted, sorted.' }),
    promotedAt: t.expose('promotedAt', {
      type: 'DateTime',
      description: 'When the labels were promoted, in UTC.',
    }),
    promotedBy: t.field({
      type: User,
      description: 'The user who made these labels authoritative.',
      resolve: ({ promotedBy }) => userOf(promotedBy),
    }),
  }),
});
