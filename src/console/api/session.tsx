import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { type Client, Provider } from 'urql';
import { forgetTaken } from '../inbox/taken.ts';
import { ask, createApiClient, sessionEnded } from './client.ts';
import { graphql, type ResultOf } from './graphql.ts';
import { keptToken, tokenKey } from './kept-token.ts';

const ViewerQuery = graphql(`
  query Viewer {
    viewer { user tenant roles groups }
  }
`);

export type Viewer = ResultOf<typeof ViewerQuery>['viewer'];

export interface Persona {
  readonly user: string;
  readonly role: string;
  readonly token: string;
}

/** Sign-in settings from the gateway. */
export interface SignInSettings {
  readonly personas: readonly Persona[];
  readonly signIn: { readonly issuer: string; readonly clientId: string } | null;
}

export interface Session {
  readonly token: string;
  readonly viewer: Viewer;
  readonly client: Client;
}

interface SessionControl {
  readonly session: Session | null;
  readonly settings: SignInSettings;
  /** Why nobody is signed in, where somebody was or tried to be. */
  readonly problem: string | null;
  /** @throws RequestRefused when the gateway does not take the token. */
  signIn(token: string, keep?: boolean): Promise<void>;
  signOut(): void;
}

const forget = () => {
  sessionStorage.removeItem(tokenKey);
  localStorage.removeItem(tokenKey);
};

const openSession = async (token: string): Promise<Session> => {
  const { viewer } = await ask(token, ViewerQuery, {});
  return { token, viewer, client: createApiClient(token) };
};

/** The session of the last visit of this tab; null when there is none, or its token has ended. */
export const restoreSession = async (): Promise<Session | null> => {
  const token = keptToken();
  if (token === null) return null;
  return openSession(token).catch(() => {
    forget();
    return null;
  });
};

const SessionContext = createContext<SessionControl | null>(null);

export function SessionProvider({
  initial,
  problem: atFirst,
  settings,
  children,
}: {
  readonly initial: Session | null;
  readonly problem: string | null;
  readonly settings: SignInSettings;
  readonly children: ReactNode;
}) {
  const [session, setSession] = useState(initial);
  const [problem, setProblem] = useState(atFirst);
  useEffect(() => {
    const end = () => {
      forget();
      setSession(null);
      setProblem('Your session has ended: sign in again, and you are where you were.');
    };
    sessionEnded.addEventListener('end', end);
    return () => sessionEnded.removeEventListener('end', end);
  }, []);
  const control = useMemo(
    (): SessionControl => ({
      session,
      settings,
      problem,
      signIn: async (token, keep = false) => {
        const opened = await openSession(token);
        forget();
        (keep ? localStorage : sessionStorage).setItem(tokenKey, token);
        setProblem(null);
        setSession(opened);
      },
      signOut: () => {
        forget();
        forgetTaken();
        setSession(null);
      },
    }),
    [session, settings, problem],
  );
  return <SessionContext value={control}>{children}</SessionContext>;
}

export const useSessionControl = (): SessionControl => {
  const control = useContext(SessionContext);
  if (control === null) throw new Error('There is no SessionProvider above.');
  return control;
};

/** The session of a page that is shown to people who have signed in only. */
export const useSession = (): Session => {
  const { session } = useSessionControl();
  if (session === null) throw new Error('Nobody has signed in.');
  return session;
};

export function SessionClient({ children }: { readonly children: ReactNode }) {
  const { client, token } = useSession();
  return (
    <Provider key={token} value={client}>
      {children}
    </Provider>
  );
}

const includedInAdmin = ['reviewer', 'contributor', 'auditor'];

/** Counts roles like the API: `admin` includes reviewer, contributor and auditor. */
export const useHasRole = (role: string): boolean => {
  const { roles } = useSession().viewer;
  return roles.includes(role) || (roles.includes('admin') && includedInAdmin.includes(role));
};
