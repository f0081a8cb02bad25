import { Stack, Text } from '@mantine/core';
import { StoredText } from './stored-text.tsx';
import { WordDiff } from './word-diff.tsx';
import { inWords } from './words.ts';

export interface FieldChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

const shown = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(shown).join(', ');
  if (typeof value !== 'string') return JSON.stringify(value);
  return /^[A-Z]+(?:_[A-Z]+)*$/.test(value) ? inWords(value) : value;
};

const most = 6;

/** Changed fields of an event. */
export function FieldChanges({ changes }: { readonly changes: readonly FieldChange[] }) {
  return (
    <Stack gap={2}>
      {changes.slice(0, most).map(({ field, before, after }) => (
        <Text size="sm" key={field} component="div" className="diff" lineClamp={3}>
          <Text span size="sm" fw={600}>
            {inWords(field)}
          </Text>{' '}
          <Change before={shown(before)} after={shown(after)} />
        </Text>
      ))}
      {changes.length > most && (
        <Text size="xs" c="dimmed">
          and {changes.length - most} more
        </Text>
      )}
    </Stack>
  );
}

/** Word difference of sentences; before and after of other values. */
function Change({ before, after }: { readonly before: string; readonly after: string }) {
  if (before.includes(' ') && after.includes(' ')) return <WordDiff before={before} after={after} />;
  return (
    <>
      {before !== '' && (
        <del>
          <StoredText>{before}</StoredText>
        </del>
      )}{' '}
      {after !== '' && (
        <ins>
          <StoredText>{after}</StoredText>
        </ins>
      )}
    </>
  );
}
