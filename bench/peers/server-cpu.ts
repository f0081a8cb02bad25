import { readFileSync } from 'node:fs';
import type pg from 'pg';

/** CPU milliseconds that each process of the server has used so far; null where they are not processes of this machine. */
export type ServerCpu = ReadonlyMap<number, number> | null;

/** Null for a process that is over. */
const usedBy = (pid: number): number | null => {
  try {
    if (readFileSync(`/proc/${pid}/comm`, 'utf8').trim() !== 'postgres') return null;
    // Nanoseconds; `stat` beside it counts in hundredths of a second.
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1_000_000;
  } catch {
    return null;
  }
};

/** Reads the CPU of the backends of the owner's database, without the owner's and vacuum's, and of the server's own processes. */
export const readServerCpu = async (owner: pg.Client): Promise<ServerCpu> => {
  const { rows } = await owner.query<{ pid: number }>(`select pid from pg_stat_activity
    where pid <> pg_backend_pid() and backend_type <> 'autovacuum worker' and (datname is null or datname = current_database())`);
  const used = rows.flatMap(({ pid }) => {
    const milliseconds = usedBy(pid);
    return milliseconds === null ? [] : [[pid, milliseconds] as const];
  });
  return used.length === 0 ? null : new Map(used);
};

/** Milliseconds; a process that began between the two counts from its beginning. */
export const serverCpuBetween = (before: ServerCpu, after: ServerCpu): number | null =>
  before && after ? [...after].reduce((sum, [pid, used]) => sum + used - (before.get(pid) ?? 0), 0) : null;
