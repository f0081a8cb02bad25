/** A user's opinion of a memory. Votes do not change its confidence. */
export const votes = ['UP', 'DOWN'] as const;
export type Vote = (typeof votes)[number];
