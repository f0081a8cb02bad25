import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { entityTypes, memoryKinds } from '../explore/choices.ts';
import { extractionRules, inWords } from '../parts/words.ts';
import type { InboxSearch } from '../shell/search.ts';
import type { Narrowing } from './narrowing.ts';

/** Fields that narrow the list; each acts when it is left or Enter is pressed. */
export default function NarrowPanel({
  narrowing,
  change,
}: {
  readonly narrowing: Narrowing;
  change(part: InboxSearch): void;
}) {
  const kinds = [...new Set<string>([...memoryKinds, ...entityTypes])];
  const field = (name: 'contributor' | 'from' | 'below', label: string) => (
    <TextInput
      key={`${name} ${narrowing[name] ?? ''}`}
      size="xs"
      label={label}
      type={name === 'contributor' ? 'text' : 'number'}
      min={0}
      max={100}
      defaultValue={narrowing[name] ?? ''}
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
      onBlur={({ currentTarget: { value } }) =>
        change({ [name]: value === '' ? undefined : name === 'contributor' ? value : Number(value) })
      }
    />
  );
  return (
    <SimpleGrid cols={2} spacing="xs" role="group" aria-label="Narrow">
      <NativeSelect
        size="xs"
        label="Rule"
        data={[{ value: '', label: 'Any' }, ...extractionRules]}
        value={narrowing.rule ?? ''}
        onChange={({ currentTarget }) => change({ rule: currentTarget.value || undefined })}
      />
      <NativeSelect
        size="xs"
        label="Kind"
        data={[{ value: '', label: 'Any' }, ...kinds.map((kind) => ({ value: kind, label: inWords(kind) }))]}
        value={narrowing.kind ?? ''}
        onChange={({ currentTarget }) => change({ kind: currentTarget.value || undefined })}
      />
      {field('from', 'Confidence from, in %')}
      {field('below', 'Confidence below, in %')}
      {field('contributor', 'Contributor')}
    </SimpleGrid>
  );
}
