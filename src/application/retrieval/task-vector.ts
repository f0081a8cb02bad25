import type { AppDependencies } from '#application/app-dependencies.ts';
import { mayLeave } from '#domain/retrieval/may-leave.ts';
import type { Embedder } from '#providers/embedder.ts';

/** Milliseconds that a bundle waits for the server; then it is ranked by words alone. */
const patience = 2_000;
/** Milliseconds for which a server that is away is not asked, and one that refused a task is not asked for it. */
const rest = 30_000;
/** Vectors of tasks that a process keeps, so that a task that is repeated is not sent again. */
const mostKept = 1_000;

interface KnownTasks {
  readonly vectors: Map<string, Float32Array>;
  /** Milliseconds of the clock until which a task is not sent, or `everyTask`. */
  readonly rests: Map<string, number>;
}

const everyTask = '';

const isResting = ({ rests }: KnownTasks, key: string, now: number): boolean =>
  [everyTask, key].some((task) => now < (rests.get(task) ?? 0));

let known = new WeakMap<Embedder, KnownTasks>();

/** Forgets the tasks that this process was given. */
export const forgetTasks = (): void => {
  known = new WeakMap();
};

const tasksOf = (embedder: Embedder): KnownTasks => {
  const tasks = known.get(embedder) ?? { vectors: new Map(), rests: new Map() };
  known.set(embedder, tasks);
  return tasks;
};

/**
 * The vector of a viewer's task; null where no embedding server is configured, where the task holds something that may not
 * leave, and where the server does not answer. Asked before anything is read, so that nobody waits for a transaction meanwhile.
 */
export const vectorOfTask = async (
  { embedder, settings, clock, logEmbedding }: AppDependencies,
  tenant: string,
  task: string,
): Promise<{ readonly model: string; readonly asked: Float32Array } | null> => {
  if (embedder === undefined) return null;
  const tasks = tasksOf(embedder);
  const key = JSON.stringify([tenant, task]);
  const kept = tasks.vectors.get(key);
  if (kept !== undefined) return { model: embedder.name, asked: kept };
  const text = { text: task, isPersonal: false, audience: [], labels: [] };
  if (isResting(tasks, key, clock().getTime()) || !mayLeave(text, settings.embeddingSends)) return null;
  const answer = await embedder.embed([task], { timeoutMs: patience });
  if (answer.outcome === 'failed') {
    const now = clock().getTime();
    for (const [task, until] of tasks.rests) if (until <= now) tasks.rests.delete(task);
    // A server that refuses one task answers others.
    const isAway = answer.failure === 'timeout' || answer.failure === 'unreachable';
    tasks.rests.set(isAway ? everyTask : key, now + rest);
    logEmbedding?.(answer.failure, 1);
    return null;
  }
  const [asked] = answer.vectors;
  if (asked === undefined) return null;
  const [oldest] = tasks.vectors.keys();
  if (tasks.vectors.size >= mostKept && oldest !== undefined) tasks.vectors.delete(oldest);
  tasks.vectors.set(key, asked);
  return { model: embedder.name, asked };
};
