/**
 * The version that every extracted row records (Promotion rules, "Extractor versioning"); the changelog says what each
 * version's rules do.
 */
export const EXTRACTOR_VERSION = '0.16.0';

/** Our version, and the model's name as its build: `0.1.0+gpt-5`; without a model our version alone. */
export const extractorVersionWith = (model: string | null): string =>
  model === null
    ? EXTRACTOR_VERSION
    : `${EXTRACTOR_VERSION}+${model.replaceAll(/[^0-9A-Za-z.-]/g, '-').slice(0, 100)}`;
