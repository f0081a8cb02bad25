import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { Layout } from './layout.tsx';
import { NotFound } from './not-found.tsx';
import * as search from './search.ts';

const root = createRootRoute({ component: Layout, notFoundComponent: NotFound });

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(() => import('../home/home-page.tsx'), 'HomePage'),
});

const inbox = createRoute({
  getParentRoute: () => root,
  path: '/inbox',
  validateSearch: search.readInboxSearch,
  component: lazyRouteComponent(() => import('../inbox/inbox-page.tsx'), 'InboxPage'),
});

const fact = createRoute({
  getParentRoute: () => root,
  path: '/facts/$id',
  validateSearch: search.readFactSearch,
  component: lazyRouteComponent(() => import('../fact/fact-page.tsx'), 'FactPage'),
});

const contradictions = createRoute({
  getParentRoute: () => root,
  path: '/contradictions',
  validateSearch: search.readContradictionsSearch,
  component: lazyRouteComponent(
    () => import('../contradictions/contradictions-page.tsx'),
    'ContradictionsPage',
  ),
});

const contradiction = createRoute({
  getParentRoute: () => root,
  path: '/contradictions/$id',
  validateSearch: search.readAsOfSearch,
  component: lazyRouteComponent(
    () => import('../contradictions/contradiction-page.tsx'),
    'ContradictionPage',
  ),
});

const explore = createRoute({
  getParentRoute: () => root,
  path: '/explore',
  validateSearch: search.readExploreSearch,
  component: lazyRouteComponent(() => import('../explore/explore-page.tsx'), 'ExplorePage'),
});

const graph = createRoute({
  getParentRoute: () => root,
  path: '/graph',
  validateSearch: search.readGraphSearch,
  component: lazyRouteComponent(() => import('../graph/graph-page.tsx'), 'GraphPage'),
});

const governance = createRoute({
  getParentRoute: () => root,
  path: '/governance',
  validateSearch: search.readGovernanceSearch,
  component: lazyRouteComponent(() => import('../governance/governance-page.tsx'), 'GovernancePage'),
});

const bundle = createRoute({
  getParentRoute: () => root,
  path: '/bundle',
  validateSearch: search.readBundleSearch,
  component: lazyRouteComponent(() => import('../bundle/bundle-page.tsx'), 'BundlePage'),
});

const changes = createRoute({
  getParentRoute: () => root,
  path: '/changes',
  validateSearch: search.readChangesSearch,
  component: lazyRouteComponent(() => import('../changes/changes-page.tsx'), 'ChangesPage'),
});

const chains = createRoute({
  getParentRoute: () => root,
  path: '/chains',
  validateSearch: search.readChainsSearch,
  component: lazyRouteComponent(() => import('../chains/chains-page.tsx'), 'ChainsPage'),
});

const chain = createRoute({
  getParentRoute: () => root,
  path: '/chains/$id',
  validateSearch: search.readChainSearch,
  component: lazyRouteComponent(() => import('../chains/chain-page.tsx'), 'ChainPage'),
});

const sources = createRoute({
  getParentRoute: () => root,
  path: '/sources',
  validateSearch: search.readSourcesSearch,
  component: lazyRouteComponent(() => import('../sources/sources-page.tsx'), 'SourcesPage'),
});

const sourceDocument = createRoute({
  getParentRoute: () => root,
  path: '/sources/$id',
  validateSearch: search.readDocumentSearch,
  component: lazyRouteComponent(() => import('../sources/document-page.tsx'), 'DocumentPage'),
});

const record = createRoute({
  getParentRoute: () => root,
  path: '/records/$id',
  validateSearch: search.readAsOfSearch,
  component: lazyRouteComponent(() => import('../records/record-page.tsx'), 'RecordPage'),
});

const routeTree = root.addChildren([
  home,
  inbox,
  fact,
  contradictions,
  contradiction,
  explore,
  graph,
  governance,
  bundle,
  chains,
  changes,
  chain,
  sources,
  sourceDocument,
  record,
]);

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  // The page of another thing begins anew: nothing of the one before it is shown until its answer is there.
  defaultRemountDeps: ({ params }) => params,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
