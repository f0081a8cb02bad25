import type { StatementText } from '#domain/ingestion/extract-statements.ts';
import { wordsOfLanguage } from '#domain/ingestion/language.ts';

/**
 * The language of a source (ISO 639-1) where it certainly is another than English; null otherwise. Text that plainly is English
 * is not looked at, and the n-grams are loaded with the first that is not.
 */
export const languageOf = async ({ text, readable, literal }: StatementText): Promise<string | null> => {
  const words = literal === true ? null : wordsOfLanguage(readable?.text ?? text);
  if (words === null) return null;
  const { eld } = await import('eld/small');
  const found = eld.detect(words);
  return found.isReliable() && found.language !== '' && found.language !== 'en' ? found.language : null;
};
