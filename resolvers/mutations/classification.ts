import { setDomainKeywords } from '#application/classification/set-domain-keywords.ts';
import { DomainKeywords, loadDomainKeywords } from '#resolvers/labels/domain-keywords.ts';
import { governedMutation } from '#resolvers/mutations/steps/governed-mutation.ts';
import { decisionFields } from '#resolvers/mutations/steps/input-fields.ts';
import { applied } from '#resolvers/mutations/steps/item-payloads.ts';
import { builder } from '#resolvers/schema/builder.ts';

const DomainKeywordsEntryInput = builder.inputType('DomainKeywordsEntryInput', {
  description: 'A domain, and the words by which it is recognised.',
  fields: (t) => ({
    domain: t.string({ required: true, description: 'The domain, 1 to 200 characters.' }),
    keywords: t.stringList({
      required: true,
      description:
        '1 to 50 words or phrases of up to 200 characters. Case, width and spacing do not matter; each stands as words of its own.',
    }),
    tags: t.stringList({
      required: false,
      description: 'The names of the groups: at most 50, of up to 200 characters each.',
    }),
  }),
});

const SetDomainKeywordsInput = builder.inputType('SetDomainKeywordsInput', {
  description: 'The whole table: it takes the place of the present one.',
  fields: (t) => ({
    entries: t.field({
      type: [DomainKeywordsEntryInput],
      required: true,
      description:
        'The entries of the table, at most 100 with 1,000 keywords together; an empty list recognises no domain by words.',
    }),
    ...decisionFields(t),
  }),
});

const SetDomainKeywordsPayload = builder
  .objectRef<{ readonly applied: boolean }>('SetDomainKeywordsPayload')
  .implement({
    description: 'The table after the mutation.',
    fields: (t) => ({
      domainKeywords: t.field({
        type: DomainKeywords,
        description: 'The keyword table of the tenant as it is now.',
        resolve: (_payload, _args, context) => loadDomainKeywords(context),
      }),
      applied: t.exposeBoolean('applied', applied),
    }),
  });

governedMutation(setDomainKeywords, {
  description:
    'An admin says by which words the domains of memories are recognised, for what is written or reworded from then on. What a person set stays.',
  input: SetDomainKeywordsInput,
  payload: SetDomainKeywordsPayload,
});
