import type { z } from 'zod';
import { type environment, isSafeUrl } from './environment.ts';
import { isLoopback } from './loopback.ts';
import { problemsOfAddress } from './problems-of-address.ts';

type Values = z.infer<typeof environment>;

/** Addresses of the database that need DATABASE_URL beside them. */
const furtherAddresses = ['DATABASE_MIGRATION_URL', 'DATABASE_READ_URL', 'DATABASE_LISTEN_URL'] as const;

/** True when the environment says how tokens are checked; false: local mode. */
export const hasKeys = ({ VOUCH_JWT_SECRET, VOUCH_JWKS_URL }: Values): boolean =>
  VOUCH_JWT_SECRET !== undefined || VOUCH_JWKS_URL !== undefined;

/** A sentence for each address of the database that is wrong, and for variables that do not fit together. */
export const variableProblems = (values: Values): readonly string[] => {
  const problems = (['DATABASE_URL', ...furtherAddresses] as const).flatMap((name) => {
    const url = values[name];
    return url === undefined ? [] : problemsOfAddress(name, url);
  });
  if (!hasKeys(values) && !isLoopback(values.HOST)) {
    problems.push(
      'HOST is reachable from other machines and nothing says how tokens are checked: give VOUCH_JWT_SECRET or VOUCH_JWKS_URL, or set HOST to 127.0.0.1 for local mode.',
    );
  }
  if (values.VOUCH_JWKS_URL !== undefined && values.VOUCH_JWT_AUDIENCE === undefined) {
    problems.push(
      'VOUCH_JWKS_URL is given without VOUCH_JWT_AUDIENCE: name the audience that tokens for this gateway have, or write any to accept those of every application of the issuer.',
    );
  }
  if (values.VOUCH_TRUSTED_DOCUMENTS !== undefined && values.VOUCH_SUBGRAPH === true) {
    problems.push(
      'VOUCH_TRUSTED_DOCUMENTS and VOUCH_SUBGRAPH are both given: a router writes documents of its own, which are in no file. Leave one of them out.',
    );
  }
  for (const name of furtherAddresses)
    if (values[name] !== undefined && values.DATABASE_URL === undefined)
      problems.push(
        `${name} is given without DATABASE_URL: give both, or neither for the embedded database.`,
      );
  if (values.VOUCH_CONTRADICTION_JUDGE === 'llm' && values.VOUCH_LLM_MODEL === undefined) {
    problems.push(
      'VOUCH_CONTRADICTION_JUDGE is llm and no model is named: give VOUCH_LLM_MODEL (and VOUCH_LLM_PROVIDER, VOUCH_LLM_BASE_URL, VOUCH_LLM_API_KEY as the endpoint needs them), or set VOUCH_CONTRADICTION_JUDGE to heuristic.',
    );
  }
  if (values.VOUCH_EXTRACTOR === 'llm' && values.VOUCH_LLM_MODEL === undefined) {
    problems.push(
      'VOUCH_EXTRACTOR is llm and no model is named: give VOUCH_LLM_MODEL (and VOUCH_LLM_PROVIDER, VOUCH_LLM_BASE_URL, VOUCH_LLM_API_KEY as the endpoint needs them), or set VOUCH_EXTRACTOR to rules.',
    );
  }
  if (values.VOUCH_OIDC_CLIENT_ID !== undefined && !isSafeUrl(values.VOUCH_JWT_ISSUER ?? '')) {
    problems.push(
      'VOUCH_OIDC_CLIENT_ID is given and VOUCH_JWT_ISSUER is not an https address: give the address of the issuer, or leave the client out.',
    );
  }
  return problems;
};
