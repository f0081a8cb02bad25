import type { Eligibility } from '#domain/review/auto-promotion.ts';
import { builder } from '#resolvers/schema/builder.ts';

const AutoPromotionPolicy = builder.enumType('AutoPromotionPolicy', {
  description: 'A policy that could promote without a person, and never does.',
  values: {
    REFERENCE_COUNT: { description: 'Met in many interactions within days, and no reviewer has opened it.' },
    CONFIDENCE_THRESHOLD: { description: 'A heading rule, and enough confidence.' },
    SELF_STATED: { description: 'Eligible when people said it of themselves in an interaction.' },
  },
});

export const AutoPromotionEligibility = builder.objectRef<Eligibility>('AutoPromotionEligibility').implement({
  description: 'What one auto-promotion policy says of a candidate.',
  fields: (t) => ({
    policy: t.expose('policy', {
      type: AutoPromotionPolicy,
      description: 'The policy of automatic promotion that was asked.',
    }),
    eligible: t.exposeBoolean('eligible', { description: 'Whether the policy would allow it.' }),
    reason: t.exposeString('reason', {
      description: 'Why the policy would promote, or would not, with the values.',
    }),
  }),
});
