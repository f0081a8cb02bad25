import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type AnyVariables, type CombinedError, useClient } from 'urql';
import type { TadaDocumentNode } from './graphql.ts';

interface Connection<Node> {
  readonly nodes: readonly Node[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

interface Answer<Result> {
  readonly data: Result | undefined;
  readonly error: CombinedError | undefined;
}

const none: readonly Answer<never>[] = [];

interface PagesOptions<Result, Node> {
  /** True: nothing is asked. */
  readonly pause: boolean;
  /** Finds the list in the answer; null where the viewer's roles may not ask for it. */
  connectionOf(data: Result): Connection<Node> | null;
}

/**
 * The pages of a long list, each followed by itself: a change of one item reads one page again, however many there are.
 */
export const usePages = <Result, Variables extends AnyVariables & object, Node>(
  document: TadaDocumentNode<Result, Variables & { after?: string | null }>,
  variables: Variables,
  { pause, connectionOf }: PagesOptions<Result, Node>,
) => {
  const client = useClient();
  const key = JSON.stringify(variables);
  const [turn, setTurn] = useState(0);
  const [answers, setAnswers] = useState<{ key: string; list: readonly Answer<Result>[] }>({ key, list: [] });
  const more = useRef(() => {});

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is the query and its variables
  useEffect(() => {
    if (pause) return;
    let list: readonly Answer<Result>[] = [];
    const ends: (() => void)[] = [];
    const follow = (after: string | null) => {
      const at = ends.length;
      const { unsubscribe } = client
        .query(
          document,
          { ...variables, after },
          { requestPolicy: turn === 0 ? 'cache-and-network' : 'network-only' },
        )
        .subscribe(({ data, error }) => {
          list = [...list.slice(0, at), { data: data ?? undefined, error }, ...list.slice(at + 1)];
          setAnswers({ key, list });
          // A rare filter may find nothing in the first pages.
          if (data && connectionOf(data)?.nodes.length === 0) more.current();
        });
      ends.push(unsubscribe);
    };
    more.current = () => {
      const last = list.at(-1)?.data;
      const pageInfo = last === undefined ? undefined : connectionOf(last)?.pageInfo;
      if (list.length === ends.length && pageInfo?.hasNextPage) follow(pageInfo.endCursor);
    };
    follow(null);
    return () => {
      more.current = () => {};
      for (const end of ends) end();
    };
  }, [client, document, key, turn, pause]);

  const answered = answers.key === key ? answers.list : none;
  // biome-ignore lint/correctness/useExhaustiveDependencies: where the list stands in an answer does not change
  const nodes = useMemo(
    () => answered.flatMap(({ data }) => (data === undefined ? [] : (connectionOf(data)?.nodes ?? []))),
    [answered],
  );
  const first = answered[0]?.data;
  const last = answered.at(-1)?.data;
  return {
    nodes,
    isThere: first !== undefined,
    hasMore: last !== undefined && connectionOf(last)?.pageInfo.hasNextPage === true,
    isRefused: first !== undefined && connectionOf(first) === null,
    error: answered.find(({ error }) => error !== undefined)?.error,
    loadMore: useCallback(() => more.current(), []),
    reload: useCallback(() => setTurn((before) => before + 1), []),
  };
};
