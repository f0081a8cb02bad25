import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@mantine/spotlight/styles.css';
import './console.css';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { restoreSession, SessionProvider, type SignInSettings } from './api/session.tsx';
import { App } from './shell/app.tsx';
import { completeSignIn } from './shell/open-id.ts';
import { router } from './shell/router.tsx';
import { Theme } from './shell/theme.tsx';

const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
setNonce(nonce);

// A part that is gone was built anew: the whole page is loaded again, once in ten seconds at most. Offline, nothing would come back.
addEventListener('vite:preloadError', () => {
  if (!navigator.onLine) return;
  const last = Number(sessionStorage.getItem('vouch.reloaded'));
  if (Date.now() - last < 10_000) return;
  sessionStorage.setItem('vouch.reloaded', String(Date.now()));
  location.reload();
});

const readSettings = async () => (await (await fetch('/console.json')).json()) as SignInSettings;

// The page is loaded while the gateway is asked who looks.
for (const { routeId } of router.matchRoutes(router.latestLocation))
  void router.loadRouteChunk(router.routesById[routeId as keyof typeof router.routesById]);
const [settings, kept] = await Promise.all([readSettings(), restoreSession()]);

const root = document.querySelector('#root');
if (root === null) throw new Error('The page has no place for the console.');

const problem = await completeSignIn(settings.signIn);
const visit = () => import('./home/first-visit.ts').then(({ firstVisit }) => firstVisit(settings));
const first = kept === null && problem === null ? await visit().catch(() => null) : null;
const initial = kept ?? (await restoreSession());
if (initial !== null) localStorage.setItem('vouch.known', 'true');
if (first !== null) router.history.replace(first);

createRoot(root).render(
  <StrictMode>
    <Theme nonce={nonce}>
      <SessionProvider initial={initial} problem={problem} settings={settings}>
        <App />
      </SessionProvider>
    </Theme>
  </StrictMode>,
);
