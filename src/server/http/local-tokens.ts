import { randomBytes } from 'node:crypto';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import type { TokenConfig } from '#config/config.ts';
import type { Role, Viewer } from '#domain/privacy/viewer.ts';
import { makeDataFolder } from '#persistence/store/data-folder-lock.ts';

const persona = (user: string, role: Role, ...groups: string[]): Viewer => ({
  tenant: 'local',
  user,
  roles: [role],
  groups,
});

/** The people whom local mode knows, so that a newcomer can look through each pair of eyes: one for each role. */
export const personas: readonly Viewer[] = [
  persona('rita', 'reader', 'engineering'),
  persona('carol', 'contributor', 'engineering'),
  persona('bob', 'reviewer', 'engineering'),
  persona('clara', 'curator', 'engineering'),
  persona('oscar', 'auditor', 'engineering'),
  persona('alice', 'admin', 'engineering', 'leads'),
  persona('ingest-agent', 'service', 'engineering'),
];

/** The secret that local mode keeps in its data folder; made at the first start, readable by its owner only. */
export async function loadLocalSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, 'token-secret');
  makeDataFolder(dataDir);
  try {
    // `wx`: of two processes that start at once, one makes the secret and the other reads it.
    await writeFile(file, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    await chmod(file, 0o600);
  }
  const secret = (await readFile(file, 'utf8')).trim();
  if (Buffer.byteLength(secret) >= 32) return secret;
  throw new Error(`${file} is shorter than 32 bytes: delete it, and the next start makes a new one.`);
}

/** Signs a token (HS256) for the viewer, valid from `now` for `seconds`; `tokens.secret` must be there. */
export function issueToken(
  tokens: TokenConfig,
  viewer: Viewer,
  { now, seconds }: { readonly now: Date; readonly seconds: number },
): Promise<string> {
  if (tokens.secret === null) {
    throw new Error('Tokens are issued with VOUCH_JWT_SECRET; with a key set, its own server issues them.');
  }
  const issuedAt = Math.floor(now.getTime() / 1000);
  const { tenant, user, roles, groups } = viewer;
  const token = new SignJWT({ tenant, roles: [...roles], groups: [...groups] })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(user)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + seconds);
  if (tokens.issuer !== null) token.setIssuer(tokens.issuer);
  if (tokens.audience !== null) token.setAudience(tokens.audience);
  return token.sign(new TextEncoder().encode(tokens.secret));
}
