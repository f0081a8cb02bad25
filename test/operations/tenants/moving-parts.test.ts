import { readFileSync, truncateSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { ExportChoice } from '#cli/export.ts';
import { tables } from '#entities/index.ts';
import { readExportLine } from '#persistence/tenant-export-lines.ts';
import { ingestSampleCorpus } from '#server/sample/sample-corpus.ts';
import { writeSampleStory } from '#server/sample/sample-story.ts';
import { viewer } from '#test/support/gateway.ts';
import type { TestStore } from '#test/support/store.ts';
import { runStory } from '#test/support/story.ts';
import {
  admin,
  exportTo,
  importFrom,
  newFile,
  newStore,
  rowsOf,
  type Served,
  serve,
  tenant,
} from '#test/support/tenant-files.ts';

const [service, bob, carol] = [
  viewer('ingest-agent', ['service'], { tenant }),
  viewer('bob', ['reviewer'], { tenant }),
  viewer('carol', ['contributor'], { tenant }),
];

/** The sample, a project whose memory took the place of one of the sample's, and a third that has nothing to do with either. */
const makeProjects = async (served: Served) => {
  await ingestSampleCorpus(served.dependencies);
  await writeSampleStory(served.dependencies);
  const { does, candidate } = runStory(served);
  const former = await candidate('We will paint every fifth buoy red.', {
    by: service,
    project: 'tidewatch',
  });
  await does(bob, 'promoteCandidate', { id: former });
  const next = await candidate('We will paint every fourth buoy yellow.', {
    by: service,
    project: 'harbour',
  });
  await does(bob, 'supersede', { id: former, supersededById: next });
  const other = await candidate('We will keep the quillfish in tank nine.', {
    by: service,
    project: 'aquarium',
  });
  await does(bob, 'promoteCandidate', { id: other });
  await does(carol, 'createMemory', {
    ...{ kind: 'FACT', project: 'aquarium', content: 'The quillfish eats twice a day.' },
  });
  const erased = await candidate('We will sell the whole tank in May.', { by: service, project: 'aquarium' });
  await does(admin, 'eraseMemory', { id: erased, reason: 'A request.' });
  return { next };
};

const countsOf = async ({ asOwner }: TestStore): Promise<Readonly<Record<string, number>>> => {
  const counted = tables.map(
    ({ meta: { tableName } }) =>
      `select '${tableName}' as name, count(*)::int as count from ${tableName} where tenant = '${tenant}'`,
  );
  const rows = await asOwner<{ name: string; count: number }>(counted.join(' union all '));
  return Object.fromEntries(rows.filter(({ count }) => count > 0).map(({ name, count }) => [name, count]));
};

const itemIds = async ({ asOwner }: TestStore): Promise<string[]> =>
  (
    await asOwner<{ id: string }>(
      `select id from memories where tenant = '${tenant}' union all select id from graph_entities where tenant = '${tenant}' order by 1`,
    )
  ).map(({ id }) => id);

/** Facts about an item, where it comes from, and what was decided about it. */
const factsOfItems = `query ($ids: [ID!]!) { nodes(ids: $ids) { __typename
  ... on Memory { status content confidence handAuthored inboxEntries { reason }
    source { __typename ... on Chunk { id document { path content } } ... on Interaction { id content } }
    extraction { id } supersededBy { id } evidence(first: 20) { nodes { userQuote } } disputes(first: 5) { totalCount }
    contradictions(first: 5) { totalCount } auditTrail(first: 50) { nodes { action before after } } revisions(first: 50) { nodes { content } } }
  ... on Entity { status name content graduatedFrom { id } source { ... on Chunk { document { path content } } }
    incomingRelations(first: 10) { totalCount } auditTrail(first: 50) { nodes { action before after } } } } }`;

const numbers = `{ candidates(first: 1) { totalCount } entities(first: 1) { totalCount } memories(first: 1) { totalCount }
  inbox(first: 1) { totalCount } }`;

describe('a part of a tenant', () => {
  test('moves with all that belongs to it; the rest is counted, and in no line', async () => {
    const source = await newStore('postgres');
    const before = await serve(source);
    const { next } = await makeProjects(before);

    /** Exports a part, imports it elsewhere, and compares. */
    const moves = async (choice: ExportChoice) => {
      const file = newFile();
      const { tables: exported, leftOut } = await exportTo(file, before, admin, choice);
      const sums = Object.fromEntries(
        tables
          .map(
            ({ meta: { tableName: name } }) => [name, (exported[name] ?? 0) + (leftOut[name] ?? 0)] as const,
          )
          .filter(([, sum]) => sum > 0),
      );
      expect(sums).toEqual(await countsOf(source));

      const target = await newStore('postgres');
      const { events, part } = await importFrom(file, target);
      const [was, is] = [await rowsOf(source, events), await rowsOf(target, events)];
      for (const [name, rows] of Object.entries(is)) {
        expect(rows).toHaveLength(exported[name] ?? 0);
        expect(was[name]).toEqual(expect.arrayContaining(rows));
      }
      const after = await serve(target);
      const { data } = await after.ask(admin, '{ verifyAuditChain { valid events } }');
      expect(data.verifyAuditChain).toEqual({ valid: true, events: events + 1 });
      const ids = await itemIds(target);
      const asked = await before.ask(admin, factsOfItems, { ids });
      expect(asked.errors).toBeUndefined();
      expect(await after.ask(admin, factsOfItems, { ids })).toEqual(asked);
      const shown = (await after.ask(admin, numbers)).data;
      return { part, ids, shown, after, target, text: readFileSync(file, 'utf8') };
    };

    const tidewatch = await moves({ project: 'tidewatch' });
    const ofProject = await before.ask(
      admin,
      `{ candidates(first: 1, filter: { project: { eq: "tidewatch" } }) { totalCount }
        entities(first: 1, filter: { project: { eq: "tidewatch" } }) { totalCount } }`,
    );
    expect(tidewatch.shown).toMatchObject(ofProject.data);
    expect(tidewatch.part).toMatchObject({ project: 'tidewatch', chosen: [], linked: [next] });
    expect(tidewatch.text).not.toMatch(/quillfish|"aquarium"|"table":"erased_wordings"/);
    // No secret of a webhook follows from the key of fingerprints.
    expect(tidewatch.text).toMatch(/"keys":\{"fingerprints":"\w+","webhooks":null\}/);
    // Settings go along; the memory that took the place of one does, with its own document.
    expect(tidewatch.text).toContain('"table":"label_policies"');
    expect(tidewatch.text).toContain('fourth buoy');
    // Life goes on there: what is known is met again, and what waits is decided.
    const there = runStory(tidewatch.after);
    const known = await there.does(carol, 'createMemory', {
      ...{ kind: 'DECISION', project: 'harbour', content: 'We will paint every fourth buoy yellow.' },
    });
    expect(known.code).toBe('memory.duplicate');

    const found = await moves({ search: 'quillfish', project: 'aquarium' });
    expect(found.ids).toHaveLength(2);
    expect(found.shown).toMatchObject({ memories: { totalCount: 2 }, inbox: { totalCount: 1 } });
    expect(found.text).not.toMatch(/buoy|radar/);
  });

  test('is refused where nothing is of it, and its cut file is gone on with by the same choice alone', async () => {
    const served = await serve(await newStore('postgres'));
    const { does, candidates } = runStory(served);
    const contents = ['We will paint every fifth buoy red.', 'We will weigh the anchors in May.'];
    const [buoy] = await candidates(contents, { by: service, project: 'tidewatch' });
    await does(bob, 'promoteCandidate', { id: buoy });
    const refused = (choice: ExportChoice, why: RegExp, file = newFile()) =>
      expect(exportTo(file, served, admin, choice)).rejects.toThrow(why);
    await refused(
      { project: 'tidewacht' },
      /^Nothing that you can see is of the project "tidewacht"\. Nearest: tidewatch\.$/,
    );
    await refused({ search: 'zeppelin' }, /^No item that you see answers the query: nothing was exported\.$/);
    await refused({ filter: 'ACTIVE' }, /^The filter is no JSON object/);
    await refused({ filter: '{"rule": {"eq": "heading.typd"}}' }, /Nearest: heading\.typed/);
    const page = async (input: object) =>
      (
        await served.ask(
          admin,
          `mutation ($input: ExportTenantInput!) { exportTenant(input: $input) {
            ... on ExportTenantPayload { lines cursor } ... on UserError { code path } } }`,
          { input },
        )
      ).data.exportTenant;
    expect(await page({ itemIds: [buoy, 'mem_0'] })).toEqual({
      code: 'not_found',
      path: ['input', 'itemIds', '1'],
    });
    expect((await page({ itemIds: [] })).code).toBe('input.invalid');
    // The audit log keeps what an export is of: a page asked for twice is the same, whatever is asked for with its cursor.
    const { cursor } = await page({ itemIds: [buoy] });
    const first = await page({ after: cursor });
    expect(await page({ after: cursor, project: 'tidewatch' })).toEqual(first);

    const file = newFile();
    const choice = { filter: '{"status": {"eq": "ACTIVE"}}', project: 'tidewatch' };
    const whole = await exportTo(file, served, admin, choice);
    const text = readFileSync(file, 'utf8');
    expect(readExportLine(text.split('\n')[0] ?? '')).toMatchObject({
      part: { project: null, chosen: [buoy], linked: [] },
    });
    expect(whole.tables.memories).toBe(1);
    expect(whole.leftOut.memories).toBe(1);
    truncateSync(file, text.lastIndexOf('{"end"'));
    await refused({ project: 'tidewatch' }, /is of one item, and was cut: ask for the same/, file);
    await refused({}, /ask for the same again, or name another file/, file);
    expect(await exportTo(file, served, admin, choice)).toMatchObject({ tables: { memories: 1 } });
  });
});
