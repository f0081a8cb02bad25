import { readFileSync } from 'node:fs';
import type { ClientConfig } from 'pg';
import { type ConnectionOptions, parse, toClientConfig } from 'pg-connection-string';
import { StartError } from './start-error.ts';

const readPassword = (path: string): string => {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw new StartError(
      `The file ${path} with the password of the database cannot be read (${(error as NodeJS.ErrnoException).code}): put it there, and let this user read it.`,
    );
  }
};

/** Reads the password again at each call; while the file cannot be read, the last one stands. */
const passwordIn = (path: string): (() => string) => {
  let password = readPassword(path);
  return () => {
    try {
      password = readPassword(path);
    } catch {
      // A file is missing for a moment while it is replaced.
    }
    return password;
  };
};

/**
 * How `pg` connects to an address, as libpq understands its parameters: `require` encrypts and trusts any
 * certificate, `verify-ca` checks who signed it, `verify-full` also its host. Reads the files of certificates and of
 * the password, and throws where one is missing. The password is read again for each connection, so that a new one
 * needs no restart.
 */
export const connectionOf = (url: string): ClientConfig => {
  const {
    sslmode: _,
    sslrootcert: __,
    sslcert: ___,
    sslkey: ____,
    connect_timeout,
    passwordfile,
    ...options
  } = parse(url, {
    useLibpqCompat: true,
  }) as ConnectionOptions & { readonly passwordfile?: unknown };
  return {
    application_name: 'vouch',
    ...toClientConfig(options as ConnectionOptions),
    ...(typeof connect_timeout === 'string'
      ? { connectionTimeoutMillis: Number(connect_timeout) * 1_000 }
      : {}),
    ...(typeof passwordfile === 'string' ? { password: passwordIn(passwordfile) } : {}),
  };
};

/** The login of an address; empty where it names none. */
export const loginOf = (url: string): string => parse(url.replace(/[?&]ssl[^&]*/g, '')).user ?? '';
