/**
 * The version that every extracted row records (Promotion rules, "Extractor versioning"); the changelog says what each
 * version's rules do.
 */
export const EXTRACTOR_VERSION = '0.8.0';
