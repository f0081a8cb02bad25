import {
  type Icon,
  IconArrowsSplit2,
  IconBooks,
  IconGavel,
  IconGitBranch,
  IconHistory,
  IconHome,
  IconInbox,
  IconListSearch,
  IconPackage,
  IconTopologyStar3,
} from '@tabler/icons-react';
import { useHasRole } from '../api/session.tsx';

export interface Place {
  readonly to: string;
  readonly label: string;
  readonly icon: Icon;
  readonly sentence: string;
}

const all = {
  home: { to: '/', label: 'Home', icon: IconHome, sentence: 'What there is, and where to begin.' },
  inbox: { to: '/inbox', label: 'Inbox', icon: IconInbox, sentence: 'Decide what waits for a person.' },
  contradictions: {
    to: '/contradictions',
    label: 'Contradictions',
    icon: IconArrowsSplit2,
    sentence: 'Two facts that contradict each other, side by side.',
  },
  explore: {
    to: '/explore',
    label: 'Explore',
    icon: IconListSearch,
    sentence: 'Search memories and entities, and download them.',
  },
  graph: {
    to: '/graph',
    label: 'Graph',
    icon: IconTopologyStar3,
    sentence: 'Walk from node to node, and find the path between two.',
  },
  sources: {
    to: '/sources',
    label: 'Sources',
    icon: IconBooks,
    sentence: 'Documents, and what was read from them.',
  },
  chains: {
    to: '/chains',
    label: 'Version chains',
    icon: IconGitBranch,
    sentence: 'How traces and decisions changed.',
  },
  changes: {
    to: '/changes',
    label: 'Changes',
    icon: IconHistory,
    sentence: 'What changed in a project between two days.',
  },
  governance: {
    to: '/governance',
    label: 'Governance',
    icon: IconGavel,
    sentence: 'Labels, policy and the audit log.',
  },
  bundle: {
    to: '/bundle',
    label: 'Bundle',
    icon: IconPackage,
    sentence: 'What an agent would be given.',
  },
} as const satisfies Record<string, Place>;

/** The places that the viewer's roles may use, in the order of the menu. */
export const usePlaces = (): readonly Place[] => {
  const reviews = useHasRole('reviewer');
  const audits = useHasRole('auditor');
  return [
    all.home,
    ...(reviews ? [all.inbox] : []),
    all.contradictions,
    all.explore,
    all.graph,
    all.sources,
    all.chains,
    all.changes,
    ...(reviews || audits ? [all.governance] : []),
    all.bundle,
  ];
};
