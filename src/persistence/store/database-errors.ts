/** SQLSTATE of what another transaction did first: a serialization failure, a deadlock, a unique key that was free when it was looked for. */
const lostRaces = ['40001', '40P01', '23505'];

/** True when the transaction lost a race and may do better when it is begun again, on what the winner wrote. */
export const isLostRace = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && lostRaces.includes(String(error.code));

/** True when the database broke a statement off because it took longer than it may. */
export const isOutOfTime = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '57014';
