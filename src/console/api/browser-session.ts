export interface Viewer {
  readonly tenant: string;
  readonly user: string;
  readonly roles: readonly string[];
  readonly groups: readonly string[];
}

/** The session of this browser, which all of its tabs share; its token is in a cookie that no script reads. */
export interface BrowserSession {
  readonly id: string;
  readonly viewer: Viewer;
}

const address = '/session';

/** Null: nobody is signed in, or the token has ended. */
export const findSession = async (): Promise<BrowserSession | null> => {
  const response = await fetch(address);
  return response.ok ? response.json() : null;
};

/** @throws when the gateway does not take the token. */
export const openSession = async (token: string, keep: boolean): Promise<BrowserSession> => {
  const response = await fetch(keep ? `${address}?keep` : address, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
  if (!response.ok) throw new Error('The token is not valid, or has ended.');
  return response.json();
};

export const endSession = async (): Promise<void> => {
  await fetch(address, { method: 'DELETE' });
};

/** Names the session that the page was opened in. */
export const naming = (session: string) => ({ 'vouch-session': session });
