import { describe, expect, test } from 'vitest';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';
import { runStory } from '#test/support/story.ts';

const query = `query ($project: String) { extractionQuality(project: $project) {
  rule extractorVersion proposed promotedUnchanged promotedEdited rejected rejectedByKind { kind count rate { value } } pending endedWithin90Days contradictions
  medianHoursToDecision suggestedPrior keepRate { value low high } unchangedRate { value } editedRate { value } rejectedRate { value }
  endedRate { value low } confidenceCalibration { ...band } reviewScoreCalibration { ...band } } }
  fragment band on ScoreBand { from to decided meanScore keepRate { value low high } }`;

const decisions = (count: number): string =>
  ['anchors', 'buoys', 'cables', 'drones', 'engines', 'floats']
    .slice(0, count)
    .map(
      (thing, index) =>
        `# ${index + 1}. ${thing}\n\n## Decision\n\nWe will order the ${thing} from the yard at the north quay.\n`,
    )
    .join('\n');

describe('the quality of extraction', () => {
  onServerStore((store) => {
    test('counts by rule what reviewers made of candidates, with an interval', async () => {
      const story = runStory(await createTestGateway(store()));
      await story.does(people.contributor, 'ingestDocuments', {
        project: 'quality',
        documents: [{ path: 'decisions.md', content: decisions(4) }],
      });
      const { data: queue } = await story.gateway.ask(
        people.reviewer,
        '{ candidates(filter: { project: { eq: "quality" } }) { nodes { id rule } } }',
      );
      const ids = queue.candidates.nodes
        .filter(({ rule }: { rule: string }) => rule === 'heading.typed')
        .map(({ id }: { id: string }) => id);
      expect(ids).toHaveLength(4);
      const [unchanged, edited, rejected, unsorted] = ids;
      story.gateway.pass(2 * 3_600_000);
      await story.does(people.reviewer, 'promoteCandidate', { id: unchanged });
      await story.does(people.reviewer, 'editItem', {
        id: edited,
        content: 'We order the buoys from the yard.',
      });
      await story.does(people.reviewer, 'promoteCandidate', { id: edited });
      await story.does(people.reviewer, 'rejectCandidate', {
        id: rejected,
        reason: 'It is out of date.',
        rejectionKind: 'OUT_OF_DATE',
      });
      await story.does(people.reviewer, 'rejectCandidate', { id: unsorted, reason: 'No.' });
      const kinds = async (who: typeof people.reader) =>
        (await story.gateway.ask(who, `{ memory(id: "${rejected}") { rejectionKind } }`)).data.memory;
      expect([await kinds(people.reviewer), await kinds(people.auditor)]).toEqual([
        { rejectionKind: 'OUT_OF_DATE' },
        { rejectionKind: 'OUT_OF_DATE' },
      ]);

      const { data } = await story.gateway.ask(people.reviewer, query, { project: 'quality' });
      const row = data.extractionQuality.find(({ rule }: { rule: string }) => rule === 'heading.typed');
      expect(row).toMatchObject({
        proposed: 4,
        promotedUnchanged: 1,
        promotedEdited: 1,
        rejected: 2,
        rejectedByKind: [
          { kind: null, count: 1, rate: { value: 0.25 } },
          { kind: 'OUT_OF_DATE', count: 1, rate: { value: 0.25 } },
        ],
        pending: 0,
        endedWithin90Days: 0,
        suggestedPrior: null,
        unchangedRate: { value: 0.25 },
        editedRate: { value: 0.25 },
        rejectedRate: { value: 0.5 },
        endedRate: { value: 0, low: 0 },
        contradictions: 0,
      });
      // All four were read by one rule, and each score is in its band.
      for (const [bands, field] of [
        [row.confidenceCalibration, 'confidence'],
        [row.reviewScoreCalibration, 'reviewScore'],
      ] as const) {
        const { data: scored } = await story.gateway.ask(
          people.reviewer,
          `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Memory { status ${field} } } }`,
          { ids },
        );
        const scores = scored.nodes.map((node: Record<string, number>) => node[field]);
        expect(bands.reduce((sum: number, { decided }: { decided: number }) => sum + decided, 0)).toBe(4);
        for (const { from, to, decided, meanScore, keepRate } of bands) {
          const within = scored.nodes.filter(
            (_node: object, at: number) => scores[at] >= from && (scores[at] < to || to === 1),
          );
          expect(decided).toBe(within.length);
          expect(meanScore).toBeCloseTo(
            within.reduce((sum: number, node: Record<string, number>) => sum + (node[field] ?? 0), 0) /
              decided,
            6,
          );
          expect(keepRate.value).toBeCloseTo(
            within.filter(({ status }: { status: string }) => status === 'ACTIVE').length / decided,
            6,
          );
          expect(keepRate.low).toBeLessThan(keepRate.high);
        }
      }
      expect(Math.abs(row.medianHoursToDecision / 2 - 1)).toBeLessThan(0.1);
      expect(row.keepRate.value).toBeCloseTo(2 / 4, 6);
      expect(row.keepRate.low).toBeLessThan(2 / 4);
    });

    test('counts a contradiction for both of its sides, where the viewer reads both', async () => {
      const story = runStory(await createTestGateway(store()));
      const { admin, reviewer } = people;
      const project = 'quarrel';
      const ids: string[] = [];
      for (const content of ['The buoy mass is 4.8 kg.', 'The mass of the buoy is 5.6 kg.']) {
        const [id = ''] = await story.candidates([content], { project });
        await story.does(reviewer, 'promoteCandidate', { id });
        ids.push(id);
      }
      await story.does(admin, 'detectContradictions', { memoryId: ids[1] });
      const contradicted = async (who: typeof reviewer) =>
        (
          await story.gateway.ask(who, `{ extractionQuality(project: "${project}") { contradictions } }`)
        ).data.extractionQuality.map((row: { readonly contradictions: number }) => row.contradictions);
      expect(await contradicted(reviewer)).toEqual([2]);
      await story.does(admin, 'setSensitivityLabels', { id: ids[0], labels: ['pii.email'] });
      const rules = [{ id: 'mail', anyLabel: ['pii'], notRoles: ['admin'], action: 'REDACT' }];
      await story.does(admin, 'setLabelPolicy', { mode: 'ENFORCE', rules });
      expect([await contradicted(reviewer), await contradicted(admin)]).toEqual([[0], [2]]);
    });

    test('is for reviewers and admins, and counts nothing of another tenant', async () => {
      const story = runStory(await createTestGateway(store()));
      const { data, errors } = await story.gateway.ask(people.reader, query);
      expect(data.extractionQuality).toBeNull();
      expect(errors?.[0]?.extensions?.code).toBe('FORBIDDEN');
      const elsewhere = { ...people.reviewer, tenant: 'elsewhere' };
      expect((await story.gateway.ask(elsewhere, query)).data.extractionQuality).toEqual([]);
    });
  });
});
