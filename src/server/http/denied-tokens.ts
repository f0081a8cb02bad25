import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { isSamePerson } from '#domain/privacy/folded-name.ts';
import { StartError } from '#persistence/store/start-error.ts';
import type { createLogger } from './logger.ts';

const denials = z.array(
  z.strictObject({
    tenant: z.string(),
    user: z.string(),
    issuedBefore: z.iso.datetime({ offset: true }).optional(),
  }),
);

/** Milliseconds between two looks at the file. */
const lookEvery = 2_000;

const parse = (text: string) =>
  denials.parse(JSON.parse(text)).map(({ issuedBefore, ...whose }) => ({
    ...whose,
    before: issuedBefore === undefined ? Number.POSITIVE_INFINITY : Date.parse(issuedBefore),
  }));

/** The bearer of a token, and when it was issued: milliseconds since 1970, 0 where it does not say. */
export interface IssuedToken {
  readonly tenant: string;
  readonly user: string;
  readonly issuedAt: number;
}

/**
 * Watches the file of VOUCH_DENIED_TOKENS: a JSON list of `{ tenant, user, issuedBefore }`, which denies the tokens of a
 * user, in whatever case, that were issued before an instant, or all of them. A file that cannot be read later is logged, and the list
 * before it stays in force.
 * @throws StartError when it cannot be read at first.
 */
export const watchDeniedTokens = (file: string, logger: ReturnType<typeof createLogger>) => {
  let text: string;
  let denied: ReturnType<typeof parse>;
  try {
    text = readFileSync(file, 'utf8');
    denied = parse(text);
  } catch {
    throw new StartError(
      'The file of VOUCH_DENIED_TOKENS cannot be read: write a JSON list such as [{"tenant": "acme", "user": "bob", "issuedBefore": "2026-01-31T12:00:00Z"}], or [] for none.',
    );
  }
  const look = async () => {
    const before = text;
    try {
      text = await readFile(file, 'utf8');
      if (text !== before) denied = parse(text);
    } catch (error) {
      logger.error({ event: 'denied_tokens.unreadable', err: error });
    }
  };
  const looking = setInterval(look, lookEvery).unref();
  return {
    includes: ({ tenant, user, issuedAt }: IssuedToken): boolean =>
      denied.some((one) => one.tenant === tenant && issuedAt < one.before && isSamePerson(one.user, user)),
    close: () => clearInterval(looking),
  };
};
