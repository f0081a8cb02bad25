import type { Config } from '#config/config.ts';
import type { Role, Viewer } from '#domain/privacy/viewer.ts';
import { issueToken, loadLocalSecret } from '#server/http/local-tokens.ts';

export interface TokenOptions {
  readonly tenant: string;
  readonly user: string;
  readonly roles: readonly Role[];
  readonly groups: readonly string[];
  readonly days: number;
}

/** `vouch token`: signs a token with the gateway's own secret. */
export const printToken = async (
  config: Config,
  { days, ...viewer }: TokenOptions & Viewer,
  json: boolean,
): Promise<void> => {
  const tokens = config.local
    ? { ...config.tokens, secret: await loadLocalSecret(config.dataDir) }
    : config.tokens;
  const token = await issueToken(tokens, viewer, { now: new Date(), seconds: days * 86_400 });
  process.stdout.write(json ? `${JSON.stringify({ token })}\n` : `${token}\n`);
};
