import type { Viewer } from './viewer.ts';

/** The gateway itself in a tenant, as the audit names it. */
export const gatewayOf = (tenant: string): Viewer => ({ tenant, user: 'vouch', roles: [], groups: [] });
