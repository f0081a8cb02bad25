import {
  Anchor,
  Badge,
  Container,
  Group,
  NumberInput,
  Progress,
  Stack,
  Table,
  Text,
  TextInput,
  Title,
  Tooltip,
} from '@mantine/core';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { Failure, Waiting } from '../parts/answer-state.tsx';
import { KindBadge, StatusBadge } from '../parts/badges.tsx';
import { useChangesLater } from '../parts/changes-later.ts';
import { StoredText } from '../parts/stored-text.tsx';
import { inWords } from '../parts/words.ts';
import type { BundleSearch } from '../shell/search.ts';
import { Deliver } from './deliver.tsx';
import { BundleQuery } from './operations.ts';

const route = getRouteApi('/bundle');

/** Bundle for an agent with the viewer's token, item by item with the reason. */
export function BundlePage() {
  const { project, task, budget } = route.useSearch();
  const navigate = useNavigate({ from: '/bundle' });
  const [{ data, error }] = useQuery({
    query: BundleQuery,
    variables: { project: project ?? null, task: task ?? null, tokenBudget: budget ?? null },
  });
  const change = useChangesLater(
    (part: BundleSearch) => navigate({ search: (before) => ({ ...before, ...part }), replace: true }),
    300,
  );
  const bundle = data?.memoryBundle;
  return (
    <Container size="xl" p="lg">
      <Stack>
        <div>
          <Title order={1} fz={22}>
            Bundle
          </Title>
          <Text c="dimmed">
            What an agent with your permissions would be given. Viewing it changes nothing.
          </Text>
        </div>
        <Group align="flex-end">
          <TextInput
            label="Project"
            placeholder="all"
            defaultValue={project ?? ''}
            onChange={({ currentTarget: { value } }) =>
              change({ project: value.trim() === '' ? undefined : value.trim() })
            }
          />
          <TextInput
            label="Task"
            placeholder="in the agent's words"
            w={320}
            defaultValue={task ?? ''}
            onChange={({ currentTarget: { value } }) =>
              change({ task: value.trim() === '' ? undefined : value.trim() })
            }
          />
          <NumberInput
            label="Budget, in tokens"
            placeholder="6000"
            hideControls
            min={1}
            defaultValue={budget ?? ''}
            onChange={(value) => change({ budget: typeof value === 'number' ? value : undefined })}
          />
          <Deliver input={{ project: project ?? null, task: task ?? null, tokenBudget: budget ?? null }} />
        </Group>
        {bundle == null ? (
          error === undefined ? (
            <Waiting />
          ) : (
            <Failure error={error} />
          )
        ) : (
          <>
            <Group>
              <Progress
                flex={1}
                size="lg"
                aria-label="Tokens used"
                color={bundle.overBudget ? 'red' : 'indigo'}
                value={(100 * bundle.tokensUsed) / bundle.tokenBudget}
              />
              <Text size="sm">
                {bundle.tokensUsed} of {bundle.tokenBudget} tokens (an estimate)
              </Text>
            </Group>
            <Group gap="xs">
              {bundle.excluded.map(({ reason, count }) => (
                <Badge key={reason} color="gray">
                  {count} left out: {inWords(reason)}
                </Badge>
              ))}
            </Group>
            <Table.ScrollContainer minWidth={720}>
              <Table verticalSpacing="xs" className="stacks">
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th w={40}>#</Table.Th>
                    <Table.Th>Fact</Table.Th>
                    <Table.Th w={120}>Reason</Table.Th>
                    <Table.Th w={250}>Confidence × recency = score</Table.Th>
                    <Table.Th w={80}>Tokens</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {bundle.items.map(({ memory, reason, rank, tokens, warnings }, at) => (
                    <Table.Tr key={memory.id}>
                      <Table.Td data-label="No.">{at + 1}</Table.Td>
                      <Table.Td data-wide>
                        <Anchor component={Link} to={`/facts/${memory.id}`} c="inherit" className="statement">
                          <StoredText>{memory.content}</StoredText>
                        </Anchor>
                        <Group gap={4} mt={2}>
                          <KindBadge item={memory} />
                          <StatusBadge status={memory.status} />
                          {warnings.map(({ kind, message }) => (
                            <Tooltip key={kind} label={message}>
                              <Badge color="orange">{inWords(kind)}</Badge>
                            </Tooltip>
                          ))}
                        </Group>
                      </Table.Td>
                      <Table.Td data-label="Reason">
                        <Badge color={reason === 'MANDATORY' ? 'grape' : 'gray'}>{inWords(reason)}</Badge>
                      </Table.Td>
                      <Table.Td ff="monospace" fz="sm" data-label="Score">
                        {rank.relevance !== null && `${rank.relevance.toFixed(3)} × `}
                        {rank.confidence.toFixed(3)} × {rank.recency.toFixed(3)} ={' '}
                        <b>{rank.score.toFixed(3)}</b>
                      </Table.Td>
                      <Table.Td data-label="Tokens">{tokens}</Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
            {bundle.items.length === 0 && (
              <Text c="dimmed">Nothing is believed yet: the bundle is empty.</Text>
            )}
          </>
        )}
      </Stack>
    </Container>
  );
}
