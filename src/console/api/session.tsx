import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { type Client, Provider } from 'urql';
import { sendDelayed } from '../inbox/delayed.ts';
import { forgetTaken } from '../inbox/taken.ts';
import { type BrowserSession, endSession, findSession, openSession } from './browser-session.ts';
import { createApiClient, sessionEnded } from './client.ts';

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

export interface Session extends BrowserSession {
  readonly client: Client;
}

interface SessionControl {
  readonly session: Session | null;
  readonly settings: SignInSettings;
  /** Why nobody is signed in, where somebody was or tried to be. */
  readonly problem: string | null;
  /** @throws when the gateway does not take the token. */
  signIn(token: string, keep?: boolean): Promise<void>;
  signOut(): Promise<void>;
}

const withClient = (session: BrowserSession | null): Session | null =>
  session && { ...session, client: createApiClient(session.id) };

/** The session of this browser; null when there is none, or its token has ended. */
export const restoreSession = async (): Promise<Session | null> => withClient(await findSession());

/** Signals to the other tabs of the browser that another session was opened, or none. */
const tabs = new BroadcastChannel('vouch.session');

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
    const id = session?.id ?? null;
    /** Follows the browser: another tab signed in as somebody, or out. */
    const follow = async (signal?: Event) => {
      const present = await findSession();
      if ((present?.id ?? null) !== id) {
        // A session that has ended by itself is opened again by the same person.
        if (present !== null || signal !== undefined) forgetTaken(present?.viewer);
        setSession(withClient(present));
        // Several refusals may come at once: the first ends the session, the others find nobody and leave its reason.
        if (present !== null) setProblem(null);
        return true;
      }
      return false;
    };
    const end = async () => {
      if (id === null || (await follow())) return;
      await endSession();
      setSession(null);
      setProblem('Your session has ended: sign in again, and you are where you were.');
    };
    tabs.addEventListener('message', follow);
    sessionEnded.addEventListener('end', end);
    return () => {
      tabs.removeEventListener('message', follow);
      sessionEnded.removeEventListener('end', end);
    };
  }, [session]);
  const control = useMemo(
    (): SessionControl => ({
      session,
      settings,
      problem,
      signIn: async (token, keep = false) => {
        await sendDelayed();
        const opened = await openSession(token, keep);
        forgetTaken(opened.viewer);
        setSession(withClient(opened));
        setProblem(null);
        tabs.postMessage(null);
      },
      signOut: async () => {
        await sendDelayed();
        await endSession();
        forgetTaken();
        setSession(null);
        tabs.postMessage(null);
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
  const { client, id } = useSession();
  return (
    <Provider key={id} value={client}>
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
