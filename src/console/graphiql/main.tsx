import 'graphiql/setup-workers/vite';
import 'graphiql/style.css';
import './page.css';
import { setNonce } from 'get-nonce';
import { GraphiQL } from 'graphiql';
import { createRoot } from 'react-dom/client';
import { findSession } from '../api/browser-session.ts';
import { createFetcher } from './fetcher.ts';
import { createKept, headersFor, openTab, type Persona, type Tab } from './kept.ts';

/** Page settings from the gateway. */
interface Settings {
  readonly personas: readonly Persona[];
  readonly operations: readonly {
    readonly persona: string;
    readonly query: string;
    readonly variables?: object;
  }[];
}

const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
setNonce(nonce);
// The editor makes style elements of its own, without the nonce that the policy asks for.
const createElement = document.createElement.bind(document);
document.createElement = (name: string, options?: ElementCreationOptions) => {
  const element = createElement(name, options);
  if (name === 'style') element.nonce = nonce;
  return element;
};

const [settings, session] = await Promise.all([fetch('/graphiql.json'), findSession()]);
const { personas, operations } = (await settings.json()) as Settings;
const tokenOf = (role: string) => personas.find((persona) => persona.role === role)?.token;

// The session of the browser where there is one; a persona of local mode has the same headers in every tab.
const own = personas.find(({ user }) => user === session?.viewer.user)?.token ?? tokenOf('admin');
const ownHeaders = own === undefined ? '{}' : headersFor(own);
const firstTabs = operations.map(({ persona, query, variables }): Tab => {
  const token = tokenOf(persona);
  return {
    query,
    variables: variables === undefined ? null : JSON.stringify(variables, null, 2),
    headers: token === undefined ? ownHeaders : headersFor(token),
  };
});
const whoAmI = {
  query: 'query WhoAmI {\n  viewer { user tenant roles groups }\n}\n',
  variables: null,
  headers: ownHeaders,
};

const stores = { session: sessionStorage, local: localStorage };
const before = openTab(createKept(stores, personas, ownHeaders));
const first = before ?? firstTabs[0] ?? whoAmI;
const kept = createKept(stores, personas, first.headers ?? ownHeaders);

const root = document.querySelector('#root');
if (root === null) throw new Error('The page has no place for GraphiQL.');

createRoot(root).render(
  <GraphiQL
    fetcher={createFetcher(JSON.parse(ownHeaders), session?.id)}
    storage={kept}
    defaultTabs={firstTabs.length > 0 ? [...firstTabs] : [whoAmI]}
    // GraphiQL finds the open tab among those that were kept by what stands in it.
    initialQuery={first.query ?? ''}
    initialVariables={first.variables ?? ''}
    initialHeaders={first.headers ?? ''}
    defaultHeaders={ownHeaders}
    defaultEditorToolsVisibility="variables"
    shouldPersistHeaders
    showPersistHeadersSettings={false}
  >
    <GraphiQL.Logo>Vouch</GraphiQL.Logo>
  </GraphiQL>,
);
