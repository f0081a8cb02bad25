import { type SqlBool, sql } from './sql.ts';

/**
 * True of a document (`d`) that no pass has read; one without text has nothing to read. 'offset 0' makes it an index look-up a
 * document, whatever the statistics say.
 */
export const isUnread = sql<SqlBool>`(not exists (select 1 from source_readings r
    where r.tenant = d.tenant and r.document_id = d.id offset 0)
  and exists (select 1 from chunks c where c.tenant = d.tenant and c.document_id = d.id offset 0))`;
