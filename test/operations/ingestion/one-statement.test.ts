import { expect, test } from 'vitest';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';
import { type Answer, decisionRecord, runStory } from '#test/support/story.ts';

const words = 'Every lamp of the pier must burn until dawn.';
const notes = `# Pier\n\n## Notes\n\n${words}\n`;

onServerStore((store) => {
  test('words read as two kinds are one candidate, and the report says the other kind', async () => {
    const gateway = await createTestGateway(store());
    const { ingests } = runStory(gateway);
    const { wave } = await ingests(
      people.service,
      [
        { path: 'adr/1.md', content: decisionRecord(words) },
        { path: 'notes/pier.md', content: notes },
      ],
      { project: 'one statement' },
    );
    const reportOf = async (id: string): Promise<Answer> =>
      (
        await gateway.ask(
          people.reviewer,
          `query ($id: ID!) { ingestionWave(id: $id) { report { found persisted reinforced
            candidates(first: 5) { nodes { ... on Memory { kind content } } }
            droppedCandidates { reason kind entityType content } } } }`,
          { id },
        )
      ).data.ingestionWave.report;
    expect(await reportOf(wave.id)).toMatchObject({
      found: 2,
      persisted: 1,
      reinforced: 1,
      candidates: { nodes: [{ kind: 'REQUIREMENT', content: words }] },
      droppedCandidates: [{ reason: 'DUPLICATE', kind: 'DECISION', entityType: null, content: words }],
    });

    const again = await ingests(people.service, [{ path: 'notes/quay.md', content: notes }], {
      project: 'one statement',
    });
    expect(await reportOf(again.wave.id)).toMatchObject({
      persisted: 0,
      reinforced: 1,
      droppedCandidates: [{ reason: 'KNOWN', kind: 'REQUIREMENT' }],
    });
  });

  test('a wave that was read is not read again: its report stands', async () => {
    const { does, ingests } = runStory(await createTestGateway(store()));
    const { wave } = await ingests(people.service, [{ path: 'adr/1.md', content: decisionRecord(words) }], {
      project: 'read once',
    });
    const rows = () =>
      store().asOwner(
        `select (select count(*) from source_readings) as readings, (select count(*) from extraction_reports) as reports,
          (select count(*) from sightings) as sightings, (select count(*) from dropped_statements) as dropped`,
      );
    const before = await rows();
    const { report } = await does(people.service, 'extractWave', { waveId: wave.id });
    expect(report).toEqual(wave.report);
    expect(await rows()).toEqual(before);
  });
});
