import { Card, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useQuery } from 'urql';
import { Failure, Waiting } from '../parts/answer-state.tsx';
import { FromTo } from '../parts/from-to.tsx';
import { onDate } from '../parts/instant.tsx';
import { Section } from '../parts/section.tsx';
import { StoredText } from '../parts/stored-text.tsx';
import { WordDiff } from '../parts/word-diff.tsx';
import { RevisionsQuery } from './operations.ts';

const route = getRouteApi('/facts/$id');

/** Two revisions and what changed between them; the choice stands in the address. */
export function RevisionsTab({ id }: { readonly id: string }) {
  const { from, to } = route.useSearch();
  const navigate = useNavigate({ from: '/facts/$id' });
  const [form, setForm] = useState('inline');
  const [{ data, error }] = useQuery({ query: RevisionsQuery, variables: { id } });
  if (!data) return error === undefined ? <Waiting /> : <Failure error={error} />;
  const node = data.node;
  const revisions = node !== null && 'revisions' in node ? node.revisions.nodes : [];
  const byNumber = [...revisions].sort((one, other) => one.revision - other.revision);
  const last = byNumber.at(-1);
  if (last === undefined) return <Text c="dimmed">No wording is kept.</Text>;
  const before = byNumber.find(({ revision }) => revision === from) ?? byNumber.at(-2) ?? last;
  const after = byNumber.find(({ revision }) => revision === to) ?? last;
  const choices = byNumber.map(({ revision, editedAt }) => ({
    value: String(revision),
    label: `${revision}, ${onDate(editedAt)}`,
  }));
  if (last === byNumber[0])
    return (
      <Section title="One wording, never edited">
        <Text className="statement">
          <StoredText>{last.content}</StoredText>
        </Text>
        <Text size="sm" c="dimmed" mt="xs">
          Written {onDate(last.editedAt)}.
        </Text>
      </Section>
    );
  return (
    <Section
      title={`${byNumber.length} wordings`}
      aside={
        <SegmentedControl
          size="xs"
          data={['inline', 'side by side']}
          value={form}
          onChange={setForm}
          aria-label="Form of the difference"
        />
      }
    >
      <Stack>
        <FromTo
          choices={choices}
          from={before.revision}
          to={after.revision}
          onChoose={(chosen) => navigate({ search: (search) => ({ ...search, ...chosen }), replace: true })}
        />
        {form === 'inline' ? (
          <Card withBorder>
            <WordDiff before={before.content} after={after.content} />
          </Card>
        ) : (
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            {[before, after].map(({ revision, content }, side) => (
              <Card withBorder key={side === 0 ? 'before' : 'after'}>
                <Text size="xs" c="dimmed">
                  Revision {revision}
                </Text>
                <Text className="statement">
                  <StoredText>{content}</StoredText>
                </Text>
              </Card>
            ))}
          </SimpleGrid>
        )}
      </Stack>
    </Section>
  );
}
