import { expect, test } from 'vitest';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';
import { decisionRecord, runStory } from '#test/support/story.ts';

onServerStore((store) => {
  test('a decision that refers to what stands before it is routed to review, one that stands alone is not', async () => {
    const gateway = await createTestGateway(store());
    const { wave } = await runStory(gateway).ingests(
      people.service,
      [
        {
          path: 'adr/1.md',
          content: decisionRecord(
            'We will paint the hull red.',
            '- Why: see the yard.',
            'This colour is seen from the other shore.',
          ),
        },
      ],
      { project: 'paint' },
    );
    const { data } = await gateway.ask(
      people.reviewer,
      `query ($id: ID!) { ingestionWave(id: $id) { report { candidates(first: 9) { nodes { content
        extraction { workflowItem { status guardrailFlags } } } } } } }`,
      { id: wave.id },
    );
    const routed = new Map(
      data.ingestionWave.report.candidates.nodes.map(
        ({ content, extraction }: { content: string; extraction: { workflowItem: object } }) => [
          content,
          extraction.workflowItem,
        ],
      ),
    );
    expect(routed.get('We will paint the hull red.')).toEqual({
      status: 'AUTO_APPROVED',
      guardrailFlags: [],
    });
    expect(routed.get('This colour is seen from the other shore.')).toEqual({
      status: 'NEEDS_REVIEW',
      guardrailFlags: ['leans_on_context', 'further_of_section'],
    });
  });
});
