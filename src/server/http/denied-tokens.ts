import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { isSamePerson } from '#domain/privacy/folded-name.ts';
import type { FaultLog } from '#persistence/store/fault-log.ts';
import { StartError } from '#persistence/store/start-error.ts';
import { repeatWork } from '#server/background/repeat-work.ts';

const denials = z.array(
  z.union([
    z.strictObject({
      tenant: z.string(),
      user: z.string(),
      issuedBefore: z.iso.datetime({ offset: true }).optional(),
    }),
    z.strictObject({ tenant: z.string(), group: z.string() }),
  ]),
);

/** Milliseconds between two looks at the file. */
const lookEvery = 2_000;

const parse = (text: string) => {
  const found = denials.parse(JSON.parse(text));
  return {
    tokens: found.flatMap((one) => {
      if (!('user' in one)) return [];
      const { tenant, user, issuedBefore } = one;
      return [{ tenant, user, before: issuedBefore ? Date.parse(issuedBefore) : Number.POSITIVE_INFINITY }];
    }),
    groups: found.flatMap((one) => ('group' in one ? [one] : [])),
  };
};

/** The bearer of a token, and when it was issued: milliseconds since 1970, 0 where it does not say. */
export interface IssuedToken {
  readonly tenant: string;
  readonly user: string;
  readonly issuedAt: number;
}

/**
 * Watches the file of VOUCH_DENIED_TOKENS: a JSON list of `{ tenant, user, issuedBefore }`, which denies the tokens of a
 * user, in whatever case, that were issued before an instant, or all of them; and of `{ tenant, group }`, which withdraws a
 * group from everybody. A file that cannot be read later is logged, and the list before it stays in force.
 * @throws StartError when it cannot be read at first.
 */
export const watchDeniedTokens = (file: string, log: FaultLog) => {
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
  const looking = repeatWork(lookEvery, 'denied_tokens.unreadable', log, async () => {
    const found = await readFile(file, 'utf8');
    if (found !== text) denied = parse(found);
    text = found;
  });
  return {
    isDenied: ({ tenant, user, issuedAt }: IssuedToken): boolean =>
      denied.tokens.some(
        (one) => one.tenant === tenant && issuedAt < one.before && isSamePerson(one.user, user),
      ),
    /** True for a group that counts no more, in any token. */
    isWithdrawn: ({ tenant }: Pick<IssuedToken, 'tenant'>, group: string): boolean =>
      denied.groups.some((one) => one.tenant === tenant && one.group === group),
    close: () => clearInterval(looking),
  };
};
