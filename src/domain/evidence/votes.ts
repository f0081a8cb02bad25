/** What a user may think of a memory. Votes do not enter its confidence. */
export const votes = ['UP', 'DOWN'] as const;
export type Vote = (typeof votes)[number];
