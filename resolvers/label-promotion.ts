import type { LabelPromotionRow } from '#persistence/labels/labels.ts';
import { builder } from './schema/builder.ts';

export const LabelPromotion = builder.objectRef<LabelPromotionRow>('LabelPromotion').implement({
  description: 'Suggested labels of a memory that a reviewer made authoritative.',
  fields: (t) => ({
    labels: t.exposeStringList('labels', { description: 'The labels that were promoted, sorted.' }),
    promotedAt: t.expose('promotedAt', {
      type: 'DateTime',
      description: 'When the labels were promoted, in UTC.',
    }),
    promotedBy: t.exposeString('promotedBy', { description: 'The user who promoted them.' }),
  }),
});
