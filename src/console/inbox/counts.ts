import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { ask } from '../api/client.ts';
import type { ResultOf, VariablesOf } from '../api/graphql.ts';
import { useSession } from '../api/session.tsx';
import { CountsQuery } from './operations.ts';

type Filter = VariablesOf<typeof CountsQuery>['filter'];
type Counts = NonNullable<ResultOf<typeof CountsQuery>['inbox']>['counts'];

const none = { isThere: false, counts: [] as Counts, projects: [] as readonly string[] };

/** How many wait for each reason; asked again when `changes` rests. */
export const useCounts = (filter: Filter, changes: number) => {
  const { id: session } = useSession();
  const [rested] = useDebouncedValue(changes, 800);
  const [answer, setAnswer] = useState(none);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what changed is why it is asked again
  useEffect(() => {
    let current = true;
    ask(session, CountsQuery, { filter }).then(
      ({ inbox, projects }) =>
        current &&
        setAnswer({
          isThere: true,
          counts: inbox?.counts ?? [],
          projects: projects?.nodes.map(({ name }) => name) ?? [],
        }),
      () => undefined, // The list says what is wrong.
    );
    return () => {
      current = false;
    };
  }, [session, filter, rested]);
  return answer;
};
