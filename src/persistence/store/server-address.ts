import type { ClientConfig } from 'pg';
import { type ConnectionOptions, parse, toClientConfig } from 'pg-connection-string';

/**
 * How `pg` connects to an address, as libpq understands its parameters: `require` encrypts and trusts any
 * certificate, `verify-ca` checks who
 * signed it, `verify-full` also its host. Reads the files of certificates, and throws where one is missing.
 */
export const connectionOf = (url: string): ClientConfig => {
  const {
    sslmode: _,
    sslrootcert: __,
    sslcert: ___,
    sslkey: ____,
    connect_timeout,
    ...options
  } = parse(url, {
    useLibpqCompat: true,
  }) as ConnectionOptions;
  return {
    application_name: 'vouch',
    ...toClientConfig(options as ConnectionOptions),
    ...(typeof connect_timeout === 'string'
      ? { connectionTimeoutMillis: Number(connect_timeout) * 1_000 }
      : {}),
  };
};

/** The login of an address; empty where it names none. */
export const loginOf = (url: string): string => parse(url.replace(/[?&]ssl[^&]*/g, '')).user ?? '';
