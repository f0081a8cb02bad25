import type { SqlEntityManager } from '@mikro-orm/sql';

/** All of a schema that gateways of a release depend on, one line each: columns with their types, and signatures of functions. */
export const readSurface = async (em: SqlEntityManager): Promise<string[]> => {
  const rows = await em.execute<{ line: string }[]>(
    `select format('column %s.%s %s%s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
          case when a.attnotnull and not a.atthasdef then ' required' else '' end) as line
        from pg_attribute a join pg_class c on c.oid = a.attrelid
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
          and a.attnum > 0 and not a.attisdropped
      union all select format('function %s returns %s', p.oid::regprocedure, pg_get_function_result(p.oid))
        from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
          and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  );
  return rows.map(({ line }) => line).sort();
};

/**
 * The lines of a former release that a schema breaks: those that it has no more, and the columns of known tables that it added and
 * that the former release does not write, though each row needs them.
 */
export const brokenLines = (former: readonly string[], current: readonly string[]): string[] => {
  const [had, has] = [new Set(former), new Set(current)];
  const tableOf = (line: string): string => /^column (\w+)\./.exec(line)?.[1] ?? '';
  const tables = new Set(former.map(tableOf).filter((table) => table !== ''));
  return [
    ...former.filter((line) => !has.has(line)),
    ...current.filter((line) => line.endsWith(' required') && !had.has(line) && tables.has(tableOf(line))),
  ];
};
