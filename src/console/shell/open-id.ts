import type { SignInSettings } from '../api/session.tsx';

type Issuer = NonNullable<SignInSettings['signIn']>;

interface Discovered {
  readonly authorization_endpoint: string;
  readonly token_endpoint: string;
}

const pendingKey = 'vouch.sign-in';
const returnAddress = () => `${location.origin}/signed-in`;

const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const randomText = () => toBase64Url(crypto.getRandomValues(new Uint8Array(32)));

const discover = async ({ issuer }: Issuer): Promise<Discovered> =>
  (await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)).json();

/** Leaves for the issuer: authorization code with PKCE, for a public client. */
export const startSignIn = async (issuer: Issuer): Promise<void> => {
  const [verifier, state] = [randomText(), randomText()];
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  sessionStorage.setItem(
    pendingKey,
    JSON.stringify({ verifier, state, from: location.pathname + location.search }),
  );
  const { authorization_endpoint } = await discover(issuer);
  const address = new URL(authorization_endpoint);
  address.search = new URLSearchParams({
    response_type: 'code',
    client_id: issuer.clientId,
    redirect_uri: returnAddress(),
    scope: 'openid profile',
    state,
    code_challenge: toBase64Url(new Uint8Array(digest)),
    code_challenge_method: 'S256',
  }).toString();
  location.assign(address);
};

/** Coming back from the issuer: exchanges the code for a token, which is kept for this tab, and restores the address. */
export const completeSignIn = async (issuer: Issuer | null): Promise<void> => {
  if (issuer === null || location.pathname !== '/signed-in') return;
  const answer = new URLSearchParams(location.search);
  const pending = JSON.parse(sessionStorage.getItem(pendingKey) ?? 'null');
  sessionStorage.removeItem(pendingKey);
  history.replaceState(null, '', pending?.from ?? '/');
  if (pending === null || answer.get('state') !== pending.state) return;
  const { token_endpoint } = await discover(issuer);
  const response = await fetch(token_endpoint, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: issuer.clientId,
      redirect_uri: returnAddress(),
      code: answer.get('code') ?? '',
      code_verifier: pending.verifier,
    }),
  });
  const { access_token } = (await response.json()) as { access_token?: string };
  if (access_token !== undefined) sessionStorage.setItem('vouch.token', access_token);
};
