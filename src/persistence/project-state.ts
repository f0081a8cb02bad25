import DataLoader from 'dataloader';
import { type ProjectState, ProjectStateTable } from '#entities/project-state.ts';
import { hasId } from './reading/rows-with-ids.ts';
import { sql } from './reading/sql.ts';
import { selectRows } from './store/stored-rows.ts';
import type { ReadSession, WriteSession } from './store/viewer-session.ts';

export interface ProjectStateRow {
  readonly id: string;
  readonly project: string;
  readonly category: string;
  readonly key: string;
  readonly value: string;
  readonly note: string | null;
  readonly version: number;
  readonly setBy: string;
  readonly setAt: Date;
}

export type ProjectStateVersionRow = Pick<ProjectStateRow, 'value' | 'note' | 'version' | 'setBy' | 'setAt'>;

export const stateColumns = (table: 's' | 'n') =>
  sql.raw(
    `${['id', 'project', 'category', 'key', 'value', 'note', 'version'].map((name) => `${table}.${name}`).join(', ')}, ${table}.set_by as "setBy", ${table}.set_at as "setAt"`,
  );

/** The entries of a project, by category and key; at most a thousand. */
export const projectStateOf = async (
  session: ReadSession,
  project: string,
  category: string | null,
): Promise<readonly ProjectStateRow[]> => {
  const { rows } = await sql<ProjectStateRow>`select ${stateColumns('s')} from project_state s
    where s.tenant = ${session.viewer.tenant} and s.project = ${project}
      and (${category}::text is null or s.category = ${category}) order by s.category, s.key limit 1000`.execute(
    await session.db(),
  );
  return rows;
};

export const projectStateById = (session: ReadSession) =>
  new DataLoader<string, ProjectStateRow | null>(async (ids) => {
    const { rows } = await sql<ProjectStateRow>`select ${stateColumns('s')} from project_state s
      where ${hasId(session.viewer.tenant, ids, 's')}`.execute(await session.byKey());
    const found = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => found.get(id) ?? null);
  });

/** Every value that an entry has had, the newest first. */
export const projectStateHistory = (session: ReadSession) =>
  new DataLoader<string, readonly ProjectStateVersionRow[]>(async (ids) => {
    const { rows } = await sql<
      ProjectStateVersionRow & { stateId: string }
    >`select v.state_id as "stateId", v.value, v.note,
        v.version, v.set_by as "setBy", v.set_at as "setAt"
      from project_state_versions v where v.tenant = ${session.viewer.tenant} and v.state_id = any(${[...ids]})
      order by v.version desc`.execute(await session.byKey());
    const found = Map.groupBy(rows, ({ stateId }) => stateId);
    return ids.map((id) => found.get(id) ?? []);
  });

/** One entry, locked until the transaction ends; null when there is none. */
export const lockProjectState = async (
  { db, viewer }: WriteSession,
  { project, category, key }: Pick<ProjectState, 'project' | 'category' | 'key'>,
): Promise<ProjectState | null> => {
  const [entry] = await selectRows(
    db,
    ProjectStateTable,
    sql`where tenant = ${viewer.tenant} and project = ${project} and category = ${category} and key = ${key} for update`,
  );
  return entry ?? null;
};
