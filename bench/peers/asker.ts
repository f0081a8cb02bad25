import type { Viewer } from '#domain/privacy/viewer.ts';

/** Who asks, of every peer: a reviewer who is an auditor too, so that no peer answers a field that another hides. */
export const asker: Viewer = {
  tenant: 'acme',
  user: 'bob',
  roles: ['reviewer', 'auditor'],
  groups: ['payments'],
};

const memoriesOfProject = 400;
export const projectsOf = (memories: number): number => Math.max(1, Math.floor(memories / memoriesOfProject));
export const idOf = (prefix: string, n: number): string => `${prefix}_${n.toString(16).padStart(32, '0')}`;
export const traceUidOf = (n: number): string =>
  `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
