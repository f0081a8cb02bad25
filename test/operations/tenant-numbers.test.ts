import { expect, test } from 'vitest';
import { readRuleNumbers, readTenantNumbers } from '#config/numbers.ts';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';
import { runStory } from '#test/support/story.ts';

const month = 30 * 86_400_000;

onServerStore((store) => {
  test('a tenant that has numbers of its own is answered by them, and no other is', async () => {
    const given = JSON.stringify({
      globex: {
        'calls.documents': 1,
        'confidence.handAuthoredBase': 0.7,
        'confidence.halfLifeDays': 30,
        'bundle.tokenBudget': 123,
        'review.staleAfterDays': 60,
        'review.autoPromotion.references': 9,
      },
    });
    const { numbers: settingsOfTenants } = readTenantNumbers(given, readRuleNumbers('').numbers);
    const gateway = await createTestGateway(store(), {}, { settingsOfTenants });
    const { does } = runStory(gateway);
    const answersOf = async (tenant: string) => {
      const [contributor, reviewer, service] = [people.contributor, people.reviewer, people.service].map(
        (who) => ({ ...who, tenant }),
      ) as [typeof people.contributor, typeof people.reviewer, typeof people.service];
      const { memory } = await does(contributor, 'createMemory', {
        project: 'numbers',
        kind: 'FACT',
        content: 'The lamp burns all night.',
      });
      gateway.pass(month);
      const ingested = await does(service, 'ingestDocuments', {
        project: 'numbers',
        documents: ['a.md', 'b.md'].map((path) => ({ path, content: '# Nothing\n' })),
      });
      const { data } = await gateway.ask(
        reviewer,
        'query ($id: ID!) { memory(id: $id) { confidence stale effectiveConfidence { value } autoPromotionEligibility { policy reason } } memoryBundle { tokenBudget } }',
        { id: memory.id },
      );
      return {
        ingested: ingested.code ?? 'done',
        confidence: data.memory.confidence,
        stale: data.memory.stale,
        effective: data.memory.effectiveConfidence.value,
        needed: /(\d+) are needed/.exec(JSON.stringify(data.memory.autoPromotionEligibility))?.[1],
        budget: data.memoryBundle.tokenBudget,
      };
    };
    expect(await answersOf('globex')).toEqual({
      ingested: 'input.invalid',
      confidence: 0.7,
      stale: false,
      effective: 0.35,
      needed: '9',
      budget: 123,
    });
    expect(await answersOf('acme')).toEqual({
      ingested: 'done',
      confidence: 0.5,
      stale: true,
      effective: expect.closeTo(0.472, 2),
      needed: '5',
      budget: 6_000,
    });
  });
});
