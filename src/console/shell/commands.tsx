import { Spotlight, type SpotlightActionData, spotlight } from '@mantine/spotlight';
import { IconHelp, IconId, IconSearch } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Place } from './places.ts';

const idPattern = /^(mem|ent)_[\w-]+$/;

/** ⌘K: places, help, an id that was pasted, or a search for words. */
export default function Commands({
  places,
  asked,
  onHelp,
}: {
  readonly places: readonly Place[];
  /** How many times they were asked for. */
  readonly asked: number;
  readonly onHelp: () => void;
}) {
  const router = useRouter();
  const [query, setQuery] = useState('');
  const typed = query.trim();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time that they are asked for, they open
  useEffect(() => spotlight.open(), [asked]);

  const typedFor: SpotlightActionData[] = idPattern.test(typed)
    ? [
        {
          id: 'open',
          label: `Open ${typed}`,
          leftSection: <IconId size={20} />,
          onClick: () => router.navigate({ to: '/facts/$id', params: { id: typed } }),
        },
      ]
    : typed === ''
      ? []
      : [
          {
            id: 'search',
            label: `Search facts for “${typed}”`,
            leftSection: <IconSearch size={20} />,
            onClick: () => router.history.push(`/explore?search=${encodeURIComponent(typed)}`),
          },
        ];

  return (
    <Spotlight
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      nothingFound="Nothing is called so."
      searchProps={{ placeholder: 'A place, an id, or words to search for', 'aria-label': 'Command' }}
      // What was asked for stands whatever its label says.
      filter={(text, actions) => [
        ...actions.filter(
          (action) => 'label' in action && action.label?.toLowerCase().includes(text.trim().toLowerCase()),
        ),
      ]}
      actions={[
        ...places.map(({ to, label, sentence, icon: Icon }) => ({
          id: to,
          label,
          description: sentence,
          leftSection: <Icon size={20} />,
          onClick: () => router.history.push(to),
        })),
        { id: 'help', label: 'Keyboard help', leftSection: <IconHelp size={20} />, onClick: onHelp },
        ...typedFor,
      ]}
    />
  );
}
