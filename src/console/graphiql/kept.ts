/** A person of local mode, whose token is another after each start. */
export interface Persona {
  readonly user: string;
  readonly role: string;
  readonly token: string;
}

export interface Tab {
  readonly query: string | null;
  readonly variables: string | null;
  readonly headers: string | null;
}

/** The text of the pane "Headers" for a token. */
export const headersFor = (token: string): string =>
  JSON.stringify({ Authorization: `Bearer ${token}` }, null, 2);

/** The storage of a browser's tab, or of the browser. */
export interface Store {
  readonly length: number;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

const prefix = 'persona:';

/** Headers that are a persona's, by name: a token is not kept. Null: they are not. */
const nameHeaders = (personas: readonly Persona[], headers: unknown): string | null => {
  const persona = personas.find(({ token }) => headersFor(token) === headers);
  return persona === undefined ? null : prefix + persona.user;
};

const restoreHeaders = (personas: readonly Persona[], headers: unknown): unknown => {
  const persona = personas.find(({ user }) => prefix + user === headers);
  return persona === undefined ? headers : headersFor(persona.token);
};

const inHeaders =
  (change: (headers: unknown) => unknown) =>
  (key: string, value: unknown): unknown =>
    key === 'headers' ? change(value) : value;

const tabsKey = 'graphiql:tabState';
const historyKeys = ['graphiql:queries', 'graphiql:favorites'];
/** They stand in the tabs, and one of them is a token. */
const unkeptKeys = ['graphiql:query', 'graphiql:variables', 'graphiql:headers'];

/**
 * Storage of GraphiQL. Tabs with their headers live as long as the browser's tab. History, favourites and layout live
 * longer and hold no token: their headers are a persona's name, or left out. A query stored without headers is sent with
 * `present`, those of the open tab.
 */
export const createKept = (
  { session, local }: { readonly session: Store; readonly local: Store },
  personas: readonly Persona[],
  present: string,
) => {
  const placeOf = (key: string): Store => (key === tabsKey ? session : local);
  const setItem = (key: string, value: string): void => {
    if (unkeptKeys.includes(key)) return;
    const name = (headers: unknown) => nameHeaders(personas, headers);
    if (key === tabsKey)
      session.setItem(
        key,
        JSON.stringify(
          JSON.parse(value),
          inHeaders((given) => name(given) ?? given),
        ),
      );
    else if (historyKeys.includes(key))
      local.setItem(
        key,
        JSON.stringify(
          JSON.parse(value),
          inHeaders((given) => name(given) ?? undefined),
        ),
      );
    else local.setItem(key, value);
  };
  const getItem = (key: string): string | null => {
    const value = placeOf(key).getItem(key);
    if (value === null || !(key === tabsKey || historyKeys.includes(key))) return value;
    const kept = JSON.parse(
      value,
      inHeaders((headers) => restoreHeaders(personas, headers)),
    );
    if (key === tabsKey) return JSON.stringify(kept);
    const list = Object.entries(kept as Record<string, readonly object[]>).map(([name, entries]) => [
      name,
      entries.map((entry) => ({ headers: present, ...entry })),
    ]);
    return JSON.stringify(Object.fromEntries(list));
  };
  return {
    getItem,
    setItem,
    removeItem: (key: string) => placeOf(key).removeItem(key),
    clear: () => session.removeItem(tabsKey),
    get length() {
      return local.length;
    },
  };
};

export type Kept = ReturnType<typeof createKept>;

/** The tab that was open when the page was left; null at the first visit. */
export const openTab = (kept: Kept): Tab | null => {
  const state = JSON.parse(kept.getItem(tabsKey) ?? 'null') as {
    readonly tabs: readonly Tab[];
    readonly activeTabIndex: number;
  } | null;
  return state?.tabs[state.activeTabIndex] ?? null;
};
