import type { AppDependencies } from '#application/app-dependencies.ts';
import { foldedName } from '#domain/privacy/folded-name.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { mayLeave } from '#domain/retrieval/may-leave.ts';
import type { Embedder } from '#providers/embedder.ts';

/** Milliseconds that a bundle or a search waits for the server; then it is ranked by words alone. */
const patience = 2_000;
/** Milliseconds for which a server that is away is not asked, and one that refused a text is not asked for it. */
const rest = 30_000;
/** Tasks and searches of one person that a process sends in a minute; further ones are ranked by words alone. */
const sentPerMinute = 120;
/** Vectors of tasks and searches that a process keeps, so that one that is repeated is not sent again. */
const mostKept = 1_000;

interface KnownTexts {
  readonly vectors: Map<string, Float32Array>;
  /** Calls under way: a text of two fields of one operation is sent once. */
  readonly asking: Map<string, Promise<Float32Array | null>>;
  /** Milliseconds of the clock until which a text is not sent, or `everyText`. */
  readonly rests: Map<string, number>;
  /** Texts that each person sent in the present minute of the clock. */
  readonly sent: Map<string, number>;
  minute: number;
}

const everyText = '';

const isResting = ({ rests }: KnownTexts, key: string, now: number): boolean =>
  [everyText, key].some((text) => now < (rests.get(text) ?? 0));

/** Counts a text of a person; false: they have sent as many as they may this minute. */
const mayBeSent = (texts: KnownTexts, { tenant, user }: Viewer, now: number): boolean => {
  const minute = Math.floor(now / 60_000);
  if (texts.minute !== minute) texts.sent.clear();
  texts.minute = minute;
  const person = JSON.stringify([tenant, foldedName(user)]);
  const sent = texts.sent.get(person) ?? 0;
  if (sent >= sentPerMinute) return false;
  texts.sent.set(person, sent + 1);
  return true;
};

let known = new WeakMap<Embedder, KnownTexts>();

/** Forgets the tasks and searches that this process was given. */
export const forgetTexts = (): void => {
  known = new WeakMap();
};

const textsOf = (embedder: Embedder): KnownTexts => {
  const texts = known.get(embedder) ?? {
    vectors: new Map(),
    asking: new Map(),
    rests: new Map(),
    sent: new Map(),
    minute: 0,
  };
  known.set(embedder, texts);
  return texts;
};

/** Asks the server for the vector of a text, and keeps it; null: it gave none. */
const askFor = async (
  embedder: Embedder,
  texts: KnownTexts,
  { text, key }: { readonly text: string; readonly key: string },
  { clock, logEmbedding }: AppDependencies,
): Promise<Float32Array | null> => {
  const answer = await embedder.embed([text], { timeoutMs: patience });
  if (answer.outcome === 'failed') {
    const failedAt = clock().getTime();
    for (const [key, until] of texts.rests) if (until <= failedAt) texts.rests.delete(key);
    // A server that refuses one text answers others.
    const isAway = answer.failure === 'timeout' || answer.failure === 'unreachable';
    texts.rests.set(isAway ? everyText : key, failedAt + rest);
    logEmbedding?.(answer.failure, 1);
    return null;
  }
  const [vector] = answer.vectors;
  if (vector === undefined) return null;
  const [oldest] = texts.vectors.keys();
  if (texts.vectors.size >= mostKept && oldest !== undefined) texts.vectors.delete(oldest);
  texts.vectors.set(key, vector);
  return vector;
};

/**
 * The vector of a viewer's task or search; null where no embedding server is configured, where it holds something that may not
 * leave, where the viewer has sent many in this minute, and where the server does not answer. Asked before anything is read, so
 * that nobody waits for a transaction meanwhile.
 */
export const vectorOfText = async (
  dependencies: AppDependencies,
  viewer: Viewer,
  text: string,
): Promise<{ readonly model: string; readonly asked: Float32Array } | null> => {
  const { embedder, settings, clock } = dependencies;
  if (embedder === undefined) return null;
  const texts = textsOf(embedder);
  const key = JSON.stringify([viewer.tenant, text]);
  const kept = texts.vectors.get(key);
  if (kept !== undefined) return { model: embedder.name, asked: kept };
  const leaving = { text, isPersonal: false, audience: [], labels: [] };
  const now = clock().getTime();
  if (isResting(texts, key, now) || !mayLeave(leaving, settings.embeddingSends)) return null;
  const begun = texts.asking.get(key);
  if (begun === undefined && !mayBeSent(texts, viewer, now)) {
    dependencies.logEmbedding?.('over_rate', 1);
    return null;
  }
  const asking =
    begun ?? askFor(embedder, texts, { text, key }, dependencies).finally(() => texts.asking.delete(key));
  texts.asking.set(key, asking);
  const asked = await asking;
  return asked && { model: embedder.name, asked };
};
