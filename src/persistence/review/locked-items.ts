import { type GraphEntity, GraphEntityTable } from '#entities/graph-entity.ts';
import { type Memory, MemoryTable } from '#entities/memory.ts';
import { sql } from '#persistence/reading/sql.ts';
import { selectRows } from '#persistence/store/stored-rows.ts';
import type { WriteSession } from '#persistence/store/viewer-session.ts';

/** Those of the memories that the session sees, by id, locked until the transaction ends. */
export const lockMemories = ({ db, viewer }: WriteSession, ids: readonly string[]): Promise<Memory[]> =>
  selectRows(
    db,
    MemoryTable,
    sql`where tenant = ${viewer.tenant} and id = any(${[...ids]}) order by id for update`,
  );

/** The entities that a memory graduated to or was proposed as, by id, locked until the transaction ends. */
export const lockEntitiesOfMemory = (
  { db, viewer }: WriteSession,
  memoryId: string,
): Promise<GraphEntity[]> =>
  selectRows(
    db,
    GraphEntityTable,
    sql`where tenant = ${viewer.tenant} and graduated_from_id = ${memoryId} order by id for update`,
  );
