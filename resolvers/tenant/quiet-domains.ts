import { contradictionDefaults } from '#domain/contradictions/contradiction-numbers.ts';
import {
  mostLookedThrough,
  type QuietDomain,
  readVisibleQuietDomains,
} from '#persistence/contradictions/quiet-domains.ts';
import { builder } from '#resolvers/schema/builder.ts';

const QuietDomainType = builder.objectRef<QuietDomain>('QuietDomain').implement({
  description: 'A domain with many memories of which none was found to contradict another.',
  fields: (t) => ({
    domain: t.exposeString('name', { description: 'The name of the domain.' }),
    memories: t.exposeInt('memories', {
      description: 'The number of its memories that are proposed or believed and that the viewer sees.',
    }),
  }),
});

builder.queryField('quietDomains', (t) =>
  t.field({
    type: [QuietDomainType],
    nullable: true,
    description: `Domains of at least ${contradictionDefaults.quietItems} memories (the number \`contradictions.quietItems\` of the installation) in which nothing was found to contradict, among what the viewer sees and the ${mostLookedThrough.toLocaleString('en')} contradictions found last, the busiest first. Where so much is said and nothing contradicts, look whether the judge reads it. For admins.`,
    authScopes: { anyRole: ['admin'] },
    resolve: (_root, _args, { dependencies, reads: { session } }) =>
      readVisibleQuietDomains(session, dependencies.settings.contradictions.quietItems),
  }),
);
