import { DomainError } from '#domain/domain-error.ts';

/** A caller may only lower the cap of a pass; what is above the configured cap counts as the cap. */
export const assertCandidateLimit = (candidateLimit: number | null | undefined): void => {
  if (candidateLimit != null && candidateLimit < 0)
    throw new DomainError(
      'input.invalid',
      `candidateLimit is ${candidateLimit}; it is how many candidates a pass may write, from 0 up to the configured cap.`,
      ['candidateLimit'],
    );
};
