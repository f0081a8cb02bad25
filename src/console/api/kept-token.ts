export const tokenKey = 'vouch.token';

/** The token that this tab, or with consent this browser, has kept. */
export const keptToken = (): string | null =>
  sessionStorage.getItem(tokenKey) ?? localStorage.getItem(tokenKey);
