import { type DestinationStream, destination, type Logger, pino } from 'pino';
import type { LogLevel } from '#config/environment.ts';

export type { Logger };

/**
 * The log of the process, JSON lines. What is logged is chosen where it is logged: ids, types, codes, durations, never
 * documents, variables, texts of users or tokens. Redaction is the second fence, not the first.
 */
export const createLogger = (level: LogLevel, lines: DestinationStream = standardOutput()): Logger =>
  pino(
    {
      level,
      redact: {
        paths: ['authorization', 'token', 'secret', 'password', 'headers', 'query', 'variables'].flatMap(
          (name) => [name, `*.${name}`],
        ),
        censor: '[redacted]',
      },
      serializers: { err: describeFault },
    },
    lines,
  );

/** Lines leave together, after a tenth of a second at the latest, and when the process ends; one that is killed takes as much with it. */
const standardOutput = (): DestinationStream =>
  destination({ sync: false, minLength: 4_096, periodicFlush: 100 });

/** Names of the schema that PostgreSQL gives beside its message, which stay in the log. */
const schemaNames = ['table', 'column', 'constraint', 'routine'] as const;
const isName = (value: unknown): value is string => typeof value === 'string' && /^\w{1,63}$/.test(value);

/**
 * A fault by its kind, its places in the code and what it names of the schema, with its causes. Its message stays out: messages of a
 * database quote rows.
 */
export function describeFault(error: unknown): object {
  if (!(error instanceof Error)) return { kind: typeof error };
  const given = error as Error & Readonly<Record<'code' | (typeof schemaNames)[number], unknown>>;
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? [];
  return {
    kind: error.name,
    ...(isName(given.code) ? { code: given.code } : {}),
    ...Object.fromEntries(schemaNames.flatMap((name) => (isName(given[name]) ? [[name, given[name]]] : []))),
    at: frames.slice(0, 10).map((line) => line.trim()),
    ...(error.cause === undefined ? {} : { cause: describeFault(error.cause) }),
    ...(error instanceof AggregateError ? { errors: error.errors.slice(0, 5).map(describeFault) } : {}),
  };
}
