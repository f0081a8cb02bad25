import { foldedName } from '#domain/privacy/folded-name.ts';

/** Facts about one verification event. */
export interface VerifierFacts {
  /** The person who verified. */
  readonly named: string;
  /** The user who recorded the event. */
  readonly recorder: string;
  /** True when a service recorded it, of a person whom the tenant knows. */
  readonly isKnownToService: boolean;
  /** Everybody who wrote the words of the item or brought their source in. */
  readonly authors: readonly string[];
}

/**
 * The person as whom an event counts, folded; null where it raises no belief, because it is about their own words. People
 * whom the tenant does not know count as who recorded the event, and so as one.
 */
export const verifierKey = ({ named, recorder, isKnownToService, authors }: VerifierFacts): string | null => {
  const person = foldedName(isKnownToService ? named : recorder);
  return authors.some((author) => foldedName(author) === person) ? null : person;
};
