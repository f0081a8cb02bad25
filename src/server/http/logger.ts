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

/** A fault by its kind and its places in the code. Its message stays out: messages of a database quote rows. */
export function describeFault(error: unknown): object {
  if (!(error instanceof Error)) return { kind: typeof error };
  const code = (error as { code?: unknown }).code;
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? [];
  return {
    kind: error.name,
    ...(typeof code === 'string' && /^\w{1,40}$/.test(code) ? { code } : {}),
    at: frames.slice(0, 10).map((line) => line.trim()),
    ...(error.cause === undefined ? {} : { cause: describeFault(error.cause) }),
  };
}
