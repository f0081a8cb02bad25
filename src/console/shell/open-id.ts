import { openSession } from '../api/browser-session.ts';
import type { SignInSettings } from '../api/session.tsx';
import { inWords } from '../parts/words.ts';

type Issuer = NonNullable<SignInSettings['signIn']>;

interface Pending {
  readonly verifier: string;
  readonly state: string;
  /** The address that was asked for. */
  readonly from: string;
}

const pendingKey = 'vouch.sign-in';
const returnPath = '/signed-in';
const returnAddress = () => `${location.origin}${returnPath}`;

/** The library is loaded by who signs in so: it is no part of the first page. */
const discover = async ({ issuer, clientId }: Issuer) => {
  const oauth = await import('oauth4webapi');
  const address = new URL(issuer);
  // Only an issuer on this machine may be without TLS: the gateway takes no other.
  const options = { [oauth.allowInsecureRequests]: address.protocol === 'http:' };
  const server = await oauth.processDiscoveryResponse(
    address,
    await oauth.discoveryRequest(address, options),
  );
  return { oauth, server, client: { client_id: clientId }, options };
};

/** Leaves for the issuer: authorization code with PKCE, for a public client. */
export const startSignIn = async (issuer: Issuer): Promise<void> => {
  const { oauth, server } = await discover(issuer);
  if (server.authorization_endpoint === undefined) throw new Error('The issuer signs nobody in.');
  const pending: Pending = {
    verifier: oauth.generateRandomCodeVerifier(),
    state: oauth.generateRandomState(),
    from: location.pathname + location.search,
  };
  sessionStorage.setItem(pendingKey, JSON.stringify(pending));
  const address = new URL(server.authorization_endpoint);
  for (const [name, value] of Object.entries({
    response_type: 'code',
    client_id: issuer.clientId,
    redirect_uri: returnAddress(),
    scope: 'openid profile',
    state: pending.state,
    code_challenge: await oauth.calculatePKCECodeChallenge(pending.verifier),
    code_challenge_method: 'S256',
  }))
    address.searchParams.set(name, value);
  location.assign(address);
};

/**
 * Coming back from the issuer: exchanges the code for a token, opens a session with it, and restores the address. Gives why
 * nobody was signed in; null otherwise.
 */
export const completeSignIn = async (issuer: Issuer | null): Promise<string | null> => {
  if (issuer === null || location.pathname !== returnPath) return null;
  const answer = new URL(location.href);
  const pending = JSON.parse(sessionStorage.getItem(pendingKey) ?? 'null') as Pending | null;
  sessionStorage.removeItem(pendingKey);
  // No code stays in the address, whatever comes of it.
  history.replaceState(null, '', pending?.from ?? '/');
  if (pending === null) return 'This sign-in was not begun in this tab.';
  try {
    const { oauth, server, client, options } = await discover(issuer);
    const given = oauth.validateAuthResponse(server, client, answer, pending.state);
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.None(),
      given,
      returnAddress(),
      pending.verifier,
      options,
    );
    const { access_token } = await oauth.processAuthorizationCodeResponse(server, client, response);
    await openSession(access_token, false);
    return null;
  } catch {
    const code = answer.searchParams.get('error');
    return `The issuer did not sign you in${/^[a-z_]+$/.test(code ?? '') ? `: ${inWords(code ?? '')}` : ''}.`;
  }
};
