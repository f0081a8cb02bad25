import type { LabelPromotionRow } from '#persistence/label-repository.ts';
import { builder } from './builder.ts';

export const LabelPromotion = builder.objectRef<LabelPromotionRow>('LabelPromotion').implement({
  description: 'Suggested labels of a memory that a reviewer made authoritative.',
  fields: (t) => ({
    labels: t.exposeStringList('labels', { description: 'Sorted.' }),
    promotedAt: t.expose('promotedAt', { type: 'DateTime', description: 'When.' }),
    promotedBy: t.exposeString('promotedBy', { description: 'The user who promoted them.' }),
  }),
});
