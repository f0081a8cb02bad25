import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { embedDueItems, queueAllWithoutVector } from '#application/retrieval/embed-due-items.ts';
import { countTokens } from '#domain/bundle/token-count.ts';
import type { Database } from '#entities/index.ts';
import { bulkInsert } from '#persistence/store/bulk-insert.ts';
import { createEmbedder } from '#providers/embedder.ts';
import { startEmbeddingServer } from '#test/support/embedding-server.ts';
import { createTestGateway, viewer } from '#test/support/gateway.ts';
import type { Answer } from '#test/support/story.ts';
import { eachStore, figure, heading } from './measure.ts';

/**
 * `node bench/retrieval.ts --data DIR [--stores postgres] [--whole] [--vectors URL]`: of a folder of LoCoMo conversations, every turn a
 * believed memory, the share of the turns that answer a question which a bundle with the question as its task holds, by
 * the budget of tokens; beside it plain BM25 over the same turns, in one run. `--whole` asks all conversations at once,
 * and not that of the question alone. `--vectors URL` adds a column with vectors of that server (`--model`, and its key in
 * VOUCH_EMBEDDING_API_KEY); `--vectors letters` has a local one, whose vectors are hashes of letters and so mean nothing.
 * The data is not in the repository: its licence is non-commercial.
 */

const { values: flags } = parseArgs({
  options: {
    data: { type: 'string' },
    stores: { type: 'string', default: 'pglite' },
    whole: { type: 'boolean', default: false },
    vectors: { type: 'string' },
    model: { type: 'string', default: 'letters' },
  },
});
if (flags.data === undefined) {
  process.stderr.write('Give the folder of conversations: node bench/retrieval.ts --data DIR\n');
  process.exit(1);
}
const budgets = [250, 500, 1_000, 2_000];

interface Turn {
  readonly id: string;
  readonly words: string;
  readonly session: string;
  readonly place: number;
  readonly saidAt: Date;
}

interface Question {
  readonly task: string;
  readonly evidence: readonly string[];
}

interface Conversation {
  readonly name: string;
  readonly turns: readonly Turn[];
  readonly questions: readonly Question[];
}

type Said = { readonly speaker: string; readonly dia_id: string; readonly text: string };
type Asked = {
  readonly question: string;
  readonly evidence?: readonly string[];
  readonly category: number;
};

/** Reads `1:56 pm on 8 May, 2023` as its day; a fixed one where a session names none. */
const dayOf = (text: unknown): Date => {
  const day = new Date(`${String(text).split(' on ')[1]} UTC`);
  return Number.isNaN(day.getTime()) ? new Date('2026-02-01T00:00:00Z') : day;
};

const readConversation = (folder: string, file: string): Conversation => {
  const name = file.replace(/\.json$/, '');
  const { qa, ...rest } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { qa: Asked[] } & Record<
    string,
    unknown
  >;
  const turns = Object.entries(rest).flatMap(([session, said]) =>
    Array.isArray(said)
      ? (said as Said[]).map(({ speaker, dia_id, text }, place) => ({
          id: `${name}_${dia_id}`,
          words: `${speaker}: ${text}`,
          session,
          place,
          saidAt: dayOf(rest[`${session}_date_time`]),
        }))
      : [],
  );
  // The fifth category asks what no turn answers.
  const questions = qa.flatMap(({ question, evidence = [], category }) =>
    category === 5 || evidence.length === 0
      ? []
      : [{ task: question, evidence: evidence.map((turn) => `${name}_${turn}`) }],
  );
  return { name, turns, questions };
};

/** Plain BM25, as textbooks have it: words in lower case, no stemming, no neighbours, no belief. */
const plainOrder = (turns: readonly Turn[], task: string): readonly Turn[] => {
  const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const texts = turns.map(({ words }) => wordsOf(words));
  const mean = texts.reduce((sum, { length }) => sum + length, 0) / texts.length;
  const asked = [...new Set(wordsOf(task))];
  const holding = new Map(asked.map((word) => [word, texts.filter((text) => text.includes(word)).length]));
  const scores = texts.map((text) =>
    asked.reduce((sum, word) => {
      const count = text.filter((one) => one === word).length;
      const among = holding.get(word) ?? 0;
      const rarity = Math.log(1 + (texts.length - among + 0.5) / (among + 0.5));
      return sum + (rarity * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * text.length) / mean));
    }, 0),
  );
  return turns
    .map((turn, at) => ({ turn, score: scores[at] ?? 0 }))
    .sort((one, other) => other.score - one.score)
    .map(({ turn }) => turn);
};

const within = (turns: readonly Turn[], budget: number): Set<string> => {
  let used = 0;
  const taken = new Set<string>();
  for (const { id, words } of turns) {
    const tokens = countTokens(words);
    if (used + tokens > budget) continue;
    used += tokens;
    taken.add(id);
  }
  return taken;
};

const shareFound = (found: ReadonlySet<string>, { evidence }: Question): number =>
  evidence.filter((id) => found.has(id)).length / evidence.length;

const folder = flags.data;
const conversations = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => readConversation(folder, file));

const letters = flags.vectors === 'letters' ? await startEmbeddingServer() : null;
const baseUrl = letters?.url ?? flags.vectors;
const embedder =
  baseUrl === undefined
    ? undefined
    : await createEmbedder({
        baseUrl,
        model: flags.model,
        apiKey: process.env.VOUCH_EMBEDDING_API_KEY ?? null,
        timeoutMs: 60_000,
      });

await eachStore(async (store) => {
  const gateway = await createTestGateway(store);
  const mixed = embedder && (await createTestGateway(store, {}, { embedder }));
  const writtenAt = new Date('2026-02-01T00:00:00Z');
  const db = store.orm.em.fork().getKysely<Database>();
  for (const { name, turns } of conversations) {
    const shared = {
      tenant: 'bench',
      project: name,
      contributor: 'agent',
      audience: [],
      is_personal: false,
    };
    const sessions = new Map(turns.map(({ session, saidAt }) => [session, saidAt]));
    await bulkInsert(
      db,
      'interactions',
      [...sessions].map(([session, saidAt]) => ({
        ...shared,
        id: `int_${name}_${session}`,
        content: '',
        occurred_at: saidAt,
        created_at: writtenAt,
      })),
    );
    await bulkInsert(
      db,
      'memories',
      turns.map(({ id, words, session, place, saidAt }) => ({
        ...shared,
        id: `mem_${id}`,
        source_id: `int_${name}_${session}`,
        span_start: place,
        span_end: place + 1,
        holds_from: saidAt,
        span_text: '',
        hand_authored: false,
        visibility_key: 'shared',
        status: 'ACTIVE',
        revision: 1,
        content: words,
        confidence: 0.7,
        pending_since: writtenAt,
        created_at: writtenAt,
        updated_at: writtenAt,
        kind: 'FACT',
        tags: [],
        suggested_labels: [],
        sensitivity_labels: [],
        mandatory: false,
        domain_derived: false,
        tags_derived: false,
      })),
    );
  }
  if (mixed) {
    await store.asOwner(
      "insert into audit_heads (tenant, sequence) values ('bench', 0) on conflict do nothing",
    );
    await queueAllWithoutVector(mixed.dependencies);
    while ((await embedDueItems(mixed.dependencies)) > 0);
  }
  const questions = conversations.flatMap((conversation) =>
    conversation.questions.map((question) => ({ conversation, question })),
  );
  const sums = budgets.map(() => ({ vouch: 0, mixed: 0, plain: 0 }));
  const milliseconds = { vouch: 0, mixed: 0 };
  for (const [at, { conversation, question }] of questions.entries()) {
    // Several readers: so many tasks of one are sent in a minute, and the clock of a test stands still.
    const reader = viewer(`reader ${Math.floor(at / 100)}`, ['reader'], { tenant: 'bench' });
    const plain = plainOrder(
      flags.whole ? conversations.flatMap(({ turns }) => turns) : conversation.turns,
      question.task,
    );
    for (const [place, budget] of budgets.entries()) {
      const sum = sums[place];
      if (sum === undefined) continue;
      for (const [column, asked] of [['vouch', gateway] as const, ['mixed', mixed] as const]) {
        if (asked === undefined) continue;
        const begun = performance.now();
        const { data } = await asked.ask(
          reader,
          'query ($task: String!, $project: String, $budget: Int!) { memoryBundle(task: $task, project: $project, tokenBudget: $budget) { items { memory { id } } } }',
          { task: question.task, project: flags.whole ? null : conversation.name, budget },
        );
        milliseconds[column] += performance.now() - begun;
        const given: string[] = data.memoryBundle.items.map(({ memory }: Answer) =>
          memory.id.slice('mem_'.length),
        );
        sum[column] += shareFound(new Set(given), question);
      }
      sum.plain += shareFound(within(plain, budget), question);
    }
  }
  const turns = conversations.reduce((sum, conversation) => sum + conversation.turns.length, 0);
  heading(
    `${store.kind}: ${conversations.length} conversations, ${turns} turns, ${questions.length} questions`,
  );
  const shown = mixed === undefined ? (['vouch', 'plain'] as const) : (['vouch', 'mixed', 'plain'] as const);
  const names = { vouch: 'Vouch', mixed: 'with vectors', plain: 'plain BM25' };
  figure('tokens', shown.map((column) => names[column]).join(', '));
  for (const [place, budget] of budgets.entries())
    figure(
      String(budget),
      shown.map((column) => ((sums[place]?.[column] ?? 0) / questions.length).toFixed(2)).join(', '),
    );
  const bundles = questions.length * budgets.length;
  figure('a bundle', `${(milliseconds.vouch / bundles).toFixed(1)} ms`);
  if (mixed !== undefined) figure('with vectors', `${(milliseconds.mixed / bundles).toFixed(1)} ms`);
}, flags.stores.split(','));
letters?.close();
process.exit();
