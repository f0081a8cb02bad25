import { Badge, Box, Button, Group, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconUser } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { Failure } from '../parts/answer-state.tsx';
import { KindBadge, LabelBadges, StatusBadge } from '../parts/badges.tsx';
import { Section } from '../parts/section.tsx';
import { StoredText } from '../parts/stored-text.tsx';
import { CandidateQuery, type CandidateRow, type CandidateDetail as Detail } from './operations.ts';
import { Conflicts, Duplicates, History, WhyProposed } from './review-panels.tsx';
import { SourcePanel } from './source-panel.tsx';

interface CandidateDetailProps {
  readonly item: CandidateRow;
  onAcceptLabels(detail: Detail): void;
  onDismissLabels(detail: Detail): void;
}

/** One candidate with all that its reviewer needs to decide. */
export function CandidateDetail({ item, onAcceptLabels, onDismissLabels }: CandidateDetailProps) {
  const [{ data, error }] = useQuery({ query: CandidateQuery, variables: { id: item.id } });
  const node = data?.node;
  const detail = node?.__typename === 'Memory' || node?.__typename === 'Entity' ? node : null;
  return (
    <Stack gap="md" p="lg">
      <Box>
        <Group gap="xs" mb="xs">
          <KindBadge
            kind={item.__typename === 'Memory' ? item.kind : undefined}
            entityType={item.__typename === 'Entity' ? item.entityType : undefined}
          />
          <StatusBadge status={item.status} />
          <Badge color="gray">{item.project.name}</Badge>
          {detail?.isPersonal && <Badge color="pink">personal</Badge>}
          {detail?.handAuthored && (
            <Badge color="orange" leftSection={<IconUser size={12} />}>
              written by hand
            </Badge>
          )}
          <LabelBadges labels={item.sensitivityLabels} />
          <Button component={Link} to={`/facts/${item.id}`} size="compact-xs" variant="subtle" ml="auto">
            Open the fact (o)
          </Button>
        </Group>
        {item.__typename === 'Entity' && !item.content.startsWith(item.name) && (
          <Text c="dimmed" fw={600} className="statement">
            <StoredText>{item.name}</StoredText>
          </Text>
        )}
        <Title order={1} fz={24} fw={600} lh={1.35} className="statement" data-testid="statement">
          <StoredText>{item.content}</StoredText>
        </Title>
      </Box>
      {error !== undefined && <Failure error={error} />}
      {detail === null ? (
        <SimpleGrid cols={{ base: 1, lg: 2 }}>
          <Skeleton h={220} />
          <Skeleton h={220} />
        </SimpleGrid>
      ) : (
        <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
          <SourcePanel detail={detail} />
          <Stack gap="md">
            <WhyProposed detail={detail} rule={item.rule} />
            {detail.__typename === 'Memory' && (detail.suggestedLabels?.length ?? 0) > 0 && (
              <Section title="Suggested labels">
                <Group justify="space-between">
                  <LabelBadges labels={detail.suggestedLabels ?? []} suggested />
                  <Group gap="xs">
                    <Button size="compact-sm" onClick={() => onAcceptLabels(detail)}>
                      Accept (l)
                    </Button>
                    <Button size="compact-sm" variant="default" onClick={() => onDismissLabels(detail)}>
                      Dismiss
                    </Button>
                  </Group>
                </Group>
              </Section>
            )}
            <Duplicates detail={detail} />
            <Conflicts detail={detail} />
            <History detail={detail} />
          </Stack>
        </SimpleGrid>
      )}
    </Stack>
  );
}
