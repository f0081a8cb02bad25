import { describe, expect, test } from 'vitest';
import { defaultSettings } from '#application/default-settings.ts';
import type { ModelSource } from '#domain/ingestion/model-sections.ts';
import type { ModelNumbers } from '#domain/language-model/model-numbers.ts';
import { eraseModelAnswers } from '#persistence/language-model.ts';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { type ModelCall, passagesIn, startTestModel } from '#test/support/language-model.ts';
import { onServerStore } from '#test/support/store.ts';

const ingest = `mutation ($input: IngestDocumentsInput!) { ingestDocuments(input: $input) {
  ... on IngestDocumentsPayload { wave { id report { persisted sections readSections unreadByReason { reason count }
    modelSections { outcome count } errors byRule { rule count } } } } ... on UserError { code message } } }`;

/** Tokens that each call used, as its endpoint counts. */
const used = { input: 4_000, output: 1_000 };

/** Names the first sentence of each passage. */
const firstSentences = (call: ModelCall) => ({
  statements: passagesIn(call).map(({ passage, text }) => {
    const quote = /[^\n.]+\.$/m.exec(text)?.[0] ?? '';
    return { passage, type: 'FACT', name: '', content: quote, quote };
  }),
});

describe('a model is asked as far as its budget goes, and once about a text', () => {
  onServerStore((store) => {
    let turn = 0;
    const begin = async (
      { model = {}, sources = ['language'] }: { model?: Partial<ModelNumbers>; sources?: ModelSource[] } = {},
      parts = {},
    ) => {
      turn += 1;
      await store().asOwner('delete from model_spending');
      const server = await startTestModel(firstSentences, 'openai', used);
      const gateway = await createTestGateway(
        store(),
        {},
        {
          statementModel: await server.model(),
          settings: {
            ...defaultSettings,
            model: { ...defaultSettings.model, ...model },
            modelSources: sources,
          },
          ...parts,
        },
      );
      const project = `budget ${turn}`;
      const take = async (documents: object[], person = people.service) => {
        const { data } = await gateway.ask(person, ingest, { input: { project, documents } });
        return data.ingestDocuments.wave.report;
      };
      return { ...gateway, server, take, project };
    };
    /** A document that no rule reads, four of whose sections fill a call. */
    const long = (sections: number, name = 'harbour') => ({
      path: `${name}-${turn}.txt`,
      content: Array.from(
        { length: sections },
        (_, at) => `# ${name} ${at}

Die Lampe ${at} im ${name} ${turn} ist blau und bleibt es auch im Winter.

${'Diese Worte sind hier nur Beiwerk. '.repeat(100)}`,
      ).join('\n\n'),
    });
    const spent = () =>
      store().asOwner<{ day: string; tokens: number; cost: number }>(
        'select day, sum(tokens) as tokens, sum(cost) as cost from model_spending group by 1',
      );

    test.for([
      ['of a wave in tokens', { tokensPerWave: 40_000 }, "this source's budget"],
      ['of a day in tokens', { tokensPerDay: 40_000 }, "the day's budget"],
      ['of a wave in money', { costPerWave: 0.4, inputCost: 1, outputCost: 30 }, "this source's budget"],
      ['of a day in money', { costPerDay: 0.4, inputCost: 1, outputCost: 30 }, "the day's budget"],
    ] as const)(
      'a budget %s is never passed, and the report says what it left unread',
      async ([, model, name]) => {
        const { take, server } = await begin({ model });
        const report = await take([long(40)]);
        const count = (outcome: string) =>
          report.modelSections.find((one: { outcome: string }) => one.outcome === outcome)?.count ?? 0;
        expect(count('ANSWERED')).toBeGreaterThan(0);
        expect(count('OVER_BUDGET')).toBeGreaterThan(0);
        expect(count('ANSWERED') + count('OVER_BUDGET')).toBe(40);
        expect(report.errors).toEqual([
          `The model was not asked about ${count('OVER_BUDGET')} of 40 sections: ${name} is spent; the rules' reading stands.`,
        ]);
        expect(report.unreadByReason).toEqual([{ reason: 'MODEL_BUDGET', count: count('OVER_BUDGET') }]);
        expect(report.readSections + count('OVER_BUDGET')).toBe(report.sections);
        expect(report.byRule).toEqual([{ rule: 'llm.statement', count: count('ANSWERED') }]);
        expect(server.calls.length).toBeGreaterThan(3);
        expect(await spent()).toMatchObject([{ tokens: server.calls.length * (used.input + used.output) }]);
      },
    );

    test('a day’s budget is back the next day, and each tenant has its own', async () => {
      const { take, pass, server } = await begin({ model: { tokensPerDay: 1 } });
      await take([long(1, 'buoy')]);
      expect(server.calls).toEqual([]);
      const {
        take: takeMore,
        pass: passDay,
        server: other,
      } = await begin({ model: { tokensPerDay: 20_000 } });
      await store().asOwner(
        "insert into model_spending (tenant, day, source_id, tokens, cost, stops) values ('acme', '2026-03-01', 'other', 19000, 0, 0), ('globex', '2026-03-02', 'other', 19000, 0, 0)",
      );
      expect((await takeMore([long(1, 'mole')])).modelSections).toEqual([
        { outcome: 'OVER_BUDGET', count: 1 },
      ]);
      passDay(24 * 3_600_000);
      expect((await takeMore([long(1, 'pier')])).modelSections).toEqual([{ outcome: 'ANSWERED', count: 1 }]);
      expect(other.calls).toHaveLength(1);
      pass(0);
    });

    test('auditors and admins see what the day has spent, beside its budget, and how often it stopped', async () => {
      const { take, server, ask } = await begin({ model: { tokensPerDay: 20_000, inputCost: 1 } });
      await take([long(12, 'weir')]);
      const query = '{ modelSpending { day tokens cost stops tokensPerDay costPerDay } }';
      const calls = server.calls.length;
      expect(calls).toBeGreaterThan(0);
      const spending = {
        day: '2026-03-01',
        tokens: calls * (used.input + used.output),
        cost: (calls * used.input) / 1_000_000,
        stops: expect.any(Number),
        tokensPerDay: 20_000,
        costPerDay: defaultSettings.model.costPerDay,
      };
      const { data } = await ask(people.admin, query);
      expect(data.modelSpending).toEqual(spending);
      expect(data.modelSpending.stops).toBeGreaterThan(0);
      expect((await ask(people.auditor, query)).data.modelSpending).toEqual(spending);
      expect((await ask(people.reviewer, query)).data.modelSpending).toBeNull();
      expect((await ask({ ...people.admin, tenant: 'globex' }, query)).data.modelSpending).toMatchObject({
        tokens: 0,
        stops: 0,
      });
    });

    test('a section is asked of once: a changed document costs its changed section alone', async () => {
      const { take, server } = await begin();
      const document = long(3, 'quay');
      await take([document]);
      const calls = server.calls.length;
      const changed = {
        ...document,
        content: `${document.content}\n\n# New\n\nDie Mole ist neu und aus Stein gebaut.\n`,
      };
      expect((await take([changed])).modelSections).toEqual([
        { outcome: 'ANSWERED', count: 1 },
        { outcome: 'KEPT', count: 3 },
      ]);
      expect(server.calls).toHaveLength(calls + 1);
      expect(server.calls.slice(calls).flatMap((call) => passagesIn(call).map(({ under }) => under))).toEqual(
        [['New']],
      );
    });

    test('an answer serves no other visibility, holds no words, and is forgotten after days', async () => {
      const { take, server, dependencies } = await begin();
      const document = long(1, 'secret');
      await take([document]);
      expect((await take([{ ...document, audience: ['crew'] }])).modelSections).toEqual([
        { outcome: 'ANSWERED', count: 1 },
      ]);
      expect(server.calls).toHaveLength(2);
      const rows = await store().asOwner<{ row: string }>(
        'select to_jsonb(m)::text as row from model_answers m',
      );
      expect(rows.filter(({ row }) => /secret|lampe|winter/i.test(row))).toEqual([]);
      const [{ count = 0 } = {}] = await store().asOwner<{ count: number }>(
        'select count(*)::int as count from model_answers',
      );
      expect(count).toBeGreaterThan(1);
      await eraseModelAnswers(dependencies.orm, new Date(dependencies.clock().getTime() + 48 * 3_600_000));
      expect(await store().asOwner('select 1 from model_answers')).toEqual([]);
    });

    test.for<readonly [string, ModelSource[], object, number]>([
      [
        'of no known kind',
        ['other'],
        { path: 'a.txt', content: '# Lamp\n\nThe lamp is blue and stays so.' },
        1,
      ],
      [
        'of a kind that is not configured',
        ['minutes'],
        { path: 'b.txt', content: '# Lamp\n\nThe lamp is green and stays so.' },
        0,
      ],
      [
        'of a given kind',
        ['minutes'],
        { path: 'c.txt', kind: 'MINUTES', content: '# Lamp\n\nThe lamp is red and stays so.' },
        1,
      ],
      [
        'in another language',
        ['language'],
        {
          path: 'adr/d.md',
          kind: 'DECISION',
          content:
            '# Lampe\n\nDie Lampe auf der Mole ist blau und bleibt auch im Winter so, weil die Schiffe sie sonst nicht sehen können.',
        },
        1,
      ],
      [
        'that only explains',
        ['decision'],
        {
          path: 'adr/e.md',
          kind: 'DECISION',
          content: '# Lamp\n\n## Rationale\n\nThe lamp was blue before.',
        },
        0,
      ],
    ])('the model reads documents %s, as configured: %s', async ([, sources, document, calls]) => {
      const { take, server } = await begin({ sources });
      await store().asOwner('delete from model_answers');
      await take([document]);
      expect(server.calls).toHaveLength(calls);
    });
  });
});
