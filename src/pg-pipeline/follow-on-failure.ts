/** True when a statement failed because one before it in its transaction had failed (`in_failed_sql_transaction`). */
export const isFollowOnFailure = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '25P02';
