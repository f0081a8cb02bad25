import type pg from 'pg';
import type { TestStore } from './store.ts';

/** Statements that reached the database. */
export interface Statements {
  /** Without the frame of a transaction. */
  readonly statements: readonly string[];
  /** BEGIN, the session, COMMIT or ROLLBACK. */
  readonly frame: readonly string[];
  /** Statements that left together, one packet each. */
  readonly packets: readonly (readonly string[])[];
}

const frame = /^\s*(?:begin|start transaction|commit|rollback|set local role|select set_config)\b/i;

/** Calls `hear` with the first argument of every call of a method, until the returned function is called. */
const overhear = <Of extends object>(
  of: Of,
  method: keyof Of,
  hear: (argument: unknown) => void,
): (() => void) => {
  const own = Object.getOwnPropertyDescriptor(of, method);
  const original = of[method] as (...args: unknown[]) => unknown;
  Object.defineProperty(of, method, {
    configurable: true,
    writable: true,
    value(this: unknown, ...args: unknown[]) {
      hear(args[0]);
      return original.apply(this, args);
    },
  });
  return () => {
    if (own) Object.defineProperty(of, method, own);
    else Reflect.deleteProperty(of, method);
  };
};

/** A prepared statement is an object that carries its text, a batch one that carries those of its statements. */
const textsOf = (statement: unknown): readonly string[] => {
  if (typeof statement === 'string') return [statement];
  const { text, texts = [text as string] } = statement as {
    readonly text?: string;
    readonly texts?: string[];
  };
  return texts;
};

const listen = async (
  { orm }: TestStore,
  hear: (...texts: readonly string[]) => void,
): Promise<() => void> => {
  const connection = orm.em.getConnection() as unknown as { getNativeClient(): Promise<unknown> };
  const { Client } = (await connection.getNativeClient()) as pg.Pool & { readonly Client: typeof pg.Client };
  return overhear(Client.prototype, 'query', (statement) => hear(...textsOf(statement)));
};

/** Runs `work` and returns what it gave with every statement that reached the store meanwhile; one at a time. */
export const withStatements = async <Result>(
  store: TestStore,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result } & Statements> => {
  const packets: (readonly string[])[] = [];
  const stop = await listen(store, (...texts) => packets.push(texts));
  try {
    const result = await work();
    const heard = packets.flat();
    return {
      result,
      packets,
      statements: heard.filter((text) => !frame.test(text)),
      frame: heard.filter((text) => frame.test(text)),
    };
  } finally {
    stop();
  }
};

/** The tables with their row counts and a digest of their rows: equal digests, equal tables. */
export const digestOf = async (store: TestStore): Promise<Record<string, string>> => {
  const tables = await store.asOwner<{ name: string }>(
    `select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
  );
  const digests: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await store.asOwner<{ digest: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as digest from "${name}" t`,
    );
    digests[name] = row?.digest ?? '';
  }
  return digests;
};
