import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openOrm } from '#persistence/store/orm.ts';
import { firstLine, kill, start } from '#test/support/node-processes.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vouch-killed-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Running {
  readonly child: ChildProcess;
  readonly ask: (query: string, variables?: object) => Promise<{ data?: Record<string, unknown> }>;
}

const serve = async (): Promise<Running> => {
  const child = start('src/main.ts', ['serve', '--json'], {
    VOUCH_DATA_DIR: folder,
    VOUCH_SAMPLE: 'off',
    VOUCH_LOG_LEVEL: 'silent',
    PORT: '0',
  });
  const line = await firstLine(child);
  const { url, personaTokens } = JSON.parse(line) as {
    url: string;
    personaTokens: { role: string; token: string }[];
  };
  const token = personaTokens.find(({ role }) => role === 'admin')?.token;
  return {
    child,
    ask: async (query, variables = {}) => {
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ query, variables }),
      });
      return (await response.json()) as { data?: Record<string, unknown> };
    },
  };
};

describe('a gateway that is killed in the midst of an ingest', () => {
  const documentsACall = 60;
  const call = (number: number) => ({
    input: {
      project: 'p',
      documents: Array.from({ length: documentsACall }, (_, index) => ({
        path: `call-${number}/${index}.md`,
        content: Array.from(
          { length: 20 },
          (_unused, part) =>
            `## Decision: call ${number}, document ${index}, reading ${part} is kept for good\n\nWe will keep ${part * 31 + index} of them.\n\n`,
        ).join(''),
      })),
    },
  });
  const ingest = `mutation ($input: IngestDocumentsInput!) { ingestDocuments(input: $input) {
    ... on IngestDocumentsPayload { unchanged } ... on UserError { code message } } }`;

  test('comes back with the whole call or nothing of it, and an unbroken log', async () => {
    let gateway = await serve();
    expect(await gateway.ask(ingest, call(0))).toEqual({ data: { ingestDocuments: { unchanged: 0 } } });
    const began = performance.now();
    expect(await gateway.ask(ingest, call(1))).toEqual({ data: { ingestDocuments: { unchanged: 0 } } });
    const wholeCall = performance.now() - began;
    expect(await firstLine(start('src/main.ts', ['serve'], { VOUCH_DATA_DIR: folder, PORT: '0' }))).toContain(
      'is in use by another gateway',
    );

    let answered = 2;
    let calls = 2;
    for (const share of [0.4, 0.7, 1, 0.2, 0]) {
      const asked = gateway.ask(ingest, call(calls)).then(
        () => true,
        () => false,
      );
      calls += 1;
      await new Promise((resolve) => setTimeout(resolve, wholeCall * share));
      await kill(gateway.child);
      if (await asked) answered += 1;
      gateway = await serve();
      expect(await gateway.ask('{ verifyAuditChain { valid firstBroken } }')).toEqual({
        data: { verifyAuditChain: { valid: true, firstBroken: null } },
      });
    }
    await kill(gateway.child);
    expect(answered).toBeLessThan(calls);

    const orm = await openOrm({ dataDir: join(folder, 'store') });
    try {
      const waves = await orm.em.fork().execute<
        {
          documents: number;
          chunks: number;
          items: number;
          reports: number;
          extracted: boolean;
          events: number;
        }[]
      >(
        `select (select count(*)::int from documents d where d.wave_id = w.id) as documents,
          (select count(*)::int from chunks c join documents d on d.id = c.document_id where d.wave_id = w.id) as chunks,
          (select count(*)::int from extraction_reports r where r.wave_id = w.id) as reports,
          (select count(*)::int from memories m join extraction_reports r on r.id = m.report_id where r.wave_id = w.id) as items,
          (select count(*)::int from audit_events a join documents d on d.id = a.target_id where d.wave_id = w.id) as events,
          w.extracted_at is not null as extracted
        from waves w`,
      );
      const [first] = waves;
      expect(first).toMatchObject({
        documents: documentsACall,
        events: documentsACall,
        reports: 1,
        items: 50,
        extracted: true,
      });
      for (const wave of waves) expect(wave).toEqual(first);
      // Every answered write is there; an unanswered one may have been committed before its answer was lost.
      expect(waves.length).toBeGreaterThanOrEqual(answered);
      expect(waves.length).toBeLessThanOrEqual(calls);
      const loose = await orm.em
        .fork()
        .execute<{ count: number }[]>(
          `select count(*)::int as count from audit_events where action = 'document.ingested'`,
        );
      expect(loose[0]?.count).toBe(waves.length * documentsACall);
    } finally {
      await orm.close();
    }
  });
});
