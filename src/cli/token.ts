import type { Config } from '#config/config.ts';
import { foldedName } from '#domain/privacy/folded-name.ts';
import type { Role, Viewer } from '#domain/privacy/viewer.ts';
import { issueToken, loadLocalSecret } from '#server/http/local-tokens.ts';
import { CommandFailed } from './api-client.ts';

export interface TokenOptions {
  readonly tenant: string;
  readonly user: string;
  readonly roles: readonly Role[];
  readonly groups: readonly string[];
  /** Null: 30, or as many as the gateway accepts. */
  readonly days: number | null;
}

const secondsOfDay = 86_400;
const usualLife = 30 * secondsOfDay;

/** `vouch token`: signs a token with the gateway's own secret. */
export const printToken = async (
  config: Config,
  { days, ...viewer }: TokenOptions & Viewer,
  json: boolean,
): Promise<void> => {
  for (const [option, name] of [
    ['--user', viewer.user],
    ['--tenant', viewer.tenant],
  ] as const)
    if (foldedName(name) === '')
      throw new CommandFailed(
        `${option} is ${JSON.stringify(name)}: no gateway accepts a token without a name there.`,
      );
  const tokens = config.local
    ? { ...config.tokens, secret: await loadLocalSecret(config.dataDir) }
    : config.tokens;
  const { longestLife = Number.POSITIVE_INFINITY } = tokens;
  const seconds = days === null ? Math.min(usualLife, longestLife) : days * secondsOfDay;
  if (seconds > longestLife)
    throw new CommandFailed(
      `The gateway accepts tokens of at most ${longestLife / 3_600} hours: give fewer days, or raise VOUCH_TOKEN_HOURS.`,
    );
  const token = await issueToken(tokens, viewer, { now: new Date(), seconds });
  process.stdout.write(json ? `${JSON.stringify({ token })}\n` : `${token}\n`);
};
