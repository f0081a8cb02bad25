import type { Viewer } from '#domain/privacy/viewer.ts';

/** The viewer for every peer: a reviewer who is also an auditor, so that no peer answers a field that another hides. */
export const asker: Viewer = {
  tenant: 'acme',
  user: 'bob',
  roles: ['reviewer', 'auditor'],
  groups: ['payments'],
};

const noLabels = '0 & !0';
/** Session settings that the policies read; no label policy denies the viewer anything. */
export const askerSettings = {
  'vouch.tenant': asker.tenant,
  'vouch.user': asker.user,
  'vouch.groups': `{${asker.groups.join(',')}}`,
  'vouch.roles': `{${asker.roles.join(',')}}`,
  'vouch.denied_labels': noLabels,
  'vouch.withheld_labels': noLabels,
};

const memoriesOfProject = 400;
/**
 * Some 400 memories each; in step with none of the rows' other turns (2, 3, 5, 7), so that each project has a share of
 * every kind of row.
 */
export const projectsOf = (memories: number): number => {
  let projects = Math.max(1, Math.floor(memories / memoriesOfProject));
  while ([2, 3, 5, 7].some((turn) => projects % turn === 0)) projects -= 1;
  return projects;
};
/** False for the serials of memories that the asker must not see: personal ones, and those of another group. */
export const isShared = (serial: number): boolean => serial % 20 !== 11 && serial % 10 !== 4;
/** The memory of each fifth serial has been reworded once. */
export const revisionOf = (serial: number): number => (serial % 5 === 0 ? 2 : 1);
export const idOf = (prefix: string, n: number): string => `${prefix}_${n.toString(16).padStart(32, '0')}`;
export const traceUidOf = (n: number): string =>
  `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
