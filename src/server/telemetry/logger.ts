import { type DestinationStream, destination, type Logger, pino } from 'pino';
import type { LogLevel } from '#config/environment.ts';

export type { Logger };

/**
 * Creates the log of the process, as JSON lines. Callers log ids, types, codes and durations, never documents, variables, texts of users
 * or tokens; redaction is the second safeguard, not the first.
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
      hooks: {
        // A line without a message of its own would get that of its error.
        logMethod: function (line, method) {
          const [first] = line as unknown as [{ readonly event?: string } | string];
          if (line.length === 1 && typeof first === 'object' && 'err' in first)
            line.push(first.event ?? 'fault');
          method.apply(this, line);
        },
      },
    },
    lines,
  );

/** Lines leave together, after a tenth of a second at the latest, and when the process ends; one that is killed takes as much with it. */
const standardOutput = (): DestinationStream =>
  destination({ sync: false, minLength: 4_096, periodicFlush: 100 });

/** Names of the schema that PostgreSQL gives beside its message, which stay in the log. */
const schemaNames = ['table', 'column', 'constraint', 'routine'] as const;
const isName = (value: unknown): value is string => typeof value === 'string' && /^\w{1,63}$/.test(value);

/** Causes of causes that are described: a cause may lead back to its error. */
const mostCauses = 5;

/**
 * A fault by its kind, its places in the code and what it names of the schema, with its causes. Its message stays out: messages of a
 * database quote rows.
 */
function describeFault(error: unknown): object {
  return describe(error, mostCauses);
}

const describe = (error: unknown, causes: number): object => {
  if (!(error instanceof Error)) return { kind: typeof error };
  const given = error as Error & Readonly<Record<'code' | (typeof schemaNames)[number], unknown>>;
  const { stack = '', message, cause } = error;
  // A message stands before the places, and may look like them.
  const places = stack.slice(Math.max(0, stack.indexOf(message)) + message.length).split('\n');
  return {
    kind: error.name,
    ...(isName(given.code) ? { code: given.code } : {}),
    ...Object.fromEntries(schemaNames.flatMap((name) => (isName(given[name]) ? [[name, given[name]]] : []))),
    at: places
      .filter((line) => /^\s+at /.test(line))
      .slice(0, 10)
      .map((line) => line.trim()),
    ...(cause === undefined || causes === 0 ? {} : { cause: describe(cause, causes - 1) }),
    ...(error instanceof AggregateError && causes > 0
      ? { errors: error.errors.slice(0, 5).map((one) => describe(one, causes - 1)) }
      : {}),
  };
};
