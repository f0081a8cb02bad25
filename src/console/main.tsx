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
import { Theme } from './shell/theme.tsx';

const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
setNonce(nonce);

const settings = (await (await fetch('/console.json')).json()) as SignInSettings;
const root = document.querySelector('#root');
if (root === null) throw new Error('The page has no place for the console.');

const problem = await completeSignIn(settings.signIn);
const initial = await restoreSession();

createRoot(root).render(
  <StrictMode>
    <Theme nonce={nonce}>
      <SessionProvider initial={initial} problem={problem} settings={settings}>
        <App />
      </SessionProvider>
    </Theme>
  </StrictMode>,
);
