import type { AppDependencies } from '#application/app-dependencies.ts';
import { foldedName } from '#domain/privacy/folded-name.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { mayLeave } from '#domain/retrieval/may-leave.ts';
import type { Embedder } from '#providers/embedder.ts';

/** Milliseconds that a bundle waits for the server; then it is ranked by words alone. */
const patience = 2_000;
/** Milliseconds for which a server that is away is not asked, and one that refused a task is not asked for it. */
const rest = 30_000;
/** Tasks of one person that a process sends in a minute; further ones are ranked by words alone. */
const sentPerMinute = 120;
/** Vectors of tasks that a process keeps, so that a task that is repeated is not sent again. */
const mostKept = 1_000;

interface KnownTasks {
  readonly vectors: Map<string, Float32Array>;
  /** Milliseconds of the clock until which a task is not sent, or `everyTask`. */
  readonly rests: Map<string, number>;
  /** Tasks that each person sent in the present minute of the clock. */
  readonly sent: Map<string, number>;
  minute: number;
}

const everyTask = '';

const isResting = ({ rests }: KnownTasks, key: string, now: number): boolean =>
  [everyTask, key].some((task) => now < (rests.get(task) ?? 0));

/** Counts a task of a person; false: they have sent as many as they may this minute. */
const mayBeSent = (tasks: KnownTasks, { tenant, user }: Viewer, now: number): boolean => {
  const minute = Math.floor(now / 60_000);
  if (tasks.minute !== minute) tasks.sent.clear();
  tasks.minute = minute;
  const person = JSON.stringify([tenant, foldedName(user)]);
  const sent = tasks.sent.get(person) ?? 0;
  if (sent >= sentPerMinute) return false;
  tasks.sent.set(person, sent + 1);
  return true;
};

let known = new WeakMap<Embedder, KnownTasks>();

/** Forgets the tasks that this process was given. */
export const forgetTasks = (): void => {
  known = new WeakMap();
};

const tasksOf = (embedder: Embedder): KnownTasks => {
  const tasks = known.get(embedder) ?? {
    vectors: new Map(),
    rests: new Map(),
    sent: new Map(),
    minute: 0,
  };
  known.set(embedder, tasks);
  return tasks;
};

/**
 * The vector of a viewer's task; null where no embedding server is configured, where the task holds something that may not
 * leave, where the viewer has sent many in this minute, and where the server does not answer. Asked before anything is read, so
 * that nobody waits for a transaction meanwhile.
 */
export const vectorOfTask = async (
  { embedder, settings, clock, logEmbedding }: AppDependencies,
  viewer: Viewer,
  task: string,
): Promise<{ readonly model: string; readonly asked: Float32Array } | null> => {
  if (embedder === undefined) return null;
  const tasks = tasksOf(embedder);
  const key = JSON.stringify([viewer.tenant, task]);
  const kept = tasks.vectors.get(key);
  if (kept !== undefined) return { model: embedder.name, asked: kept };
  const text = { text: task, isPersonal: false, audience: [], labels: [] };
  const now = clock().getTime();
  if (isResting(tasks, key, now) || !mayLeave(text, settings.embeddingSends)) return null;
  if (!mayBeSent(tasks, viewer, now)) {
    logEmbedding?.('over_rate', 1);
    return null;
  }
  const answer = await embedder.embed([task], { timeoutMs: patience });
  if (answer.outcome === 'failed') {
    const failedAt = clock().getTime();
    for (const [task, until] of tasks.rests) if (until <= failedAt) tasks.rests.delete(task);
    // A server that refuses one task answers others.
    const isAway = answer.failure === 'timeout' || answer.failure === 'unreachable';
    tasks.rests.set(isAway ? everyTask : key, failedAt + rest);
    logEmbedding?.(answer.failure, 1);
    return null;
  }
  const [vector] = answer.vectors;
  if (vector === undefined) return null;
  const [oldest] = tasks.vectors.keys();
  if (tasks.vectors.size >= mostKept && oldest !== undefined) tasks.vectors.delete(oldest);
  tasks.vectors.set(key, vector);
  return { model: embedder.name, asked: vector };
};
