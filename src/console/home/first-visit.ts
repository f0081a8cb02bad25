import { openSession } from '../api/browser-session.ts';
import { ask } from '../api/client.ts';
import { graphql } from '../api/graphql.ts';
import type { SignInSettings } from '../api/session.tsx';

const FirstFactQuery = graphql(`
  query FirstFact {
    memories(first: 25, filter: { status: { eq: ACTIVE } }, orderBy: { field: CONFIDENCE, direction: DESC }) {
      nodes { id source { __typename } deliveries(first: 0) { totalCount } }
    }
  }
`);

/** Set once somebody has signed in with this browser. */
const storageKey = 'vouch.known';

/**
 * Signs a new browser in as the reviewer of local mode. Gives the address of a fact that came from a document, the most used
 * first; null where the browser is known, another page was asked for, or there is no such fact.
 */
export const firstVisit = async ({ personas }: SignInSettings): Promise<string | null> => {
  const persona = personas.find(({ role }) => role === 'reviewer');
  if (persona === undefined || localStorage.getItem(storageKey) !== null || location.pathname !== '/')
    return null;
  const { id: session } = await openSession(persona.token, false);
  const { memories } = await ask(session, FirstFactQuery, {});
  const read = (memories?.nodes ?? []).filter(({ source }) => source?.__typename === 'Chunk');
  const fact = read.find(({ deliveries }) => deliveries.totalCount > 0) ?? read[0];
  return fact === undefined ? null : `/facts/${fact.id}?welcome=true`;
};
