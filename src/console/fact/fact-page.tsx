import { Anchor, Badge, Box, Group, Stack, Tabs, Text, Title } from '@mantine/core';
import {
  IconClockHour4,
  IconEyeCheck,
  IconGitCompare,
  IconMessage,
  IconRoute,
  IconScale,
} from '@tabler/icons-react';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useQuery } from 'urql';
import { addressIn, factAddress, idAsOf } from '../parts/addresses.ts';
import { Failure, NotShown, Waiting } from '../parts/answer-state.tsx';
import { KindBadge, LabelBadges, StatusBadge } from '../parts/badges.tsx';
import { GraphAnchor } from '../parts/graph-anchor.tsx';
import { StoredText } from '../parts/stored-text.tsx';
import { TabRow } from '../parts/tab-row.tsx';
import { useTitle } from '../parts/title.ts';
import { capitalized, inWords, percent } from '../parts/words.ts';
import { NotFound } from '../shell/not-found.tsx';
import { factTabs } from '../shell/search.ts';
import { AccessTab } from './access-tab.tsx';
import { AsOf } from './as-of.tsx';
import { BeliefTab } from './belief-tab.tsx';
import { HoldingLine } from './holding.tsx';
import { type Fact, FactQuery, factOf } from './operations.ts';
import { RevisionsTab } from './revisions-tab.tsx';

const Welcome = lazy(() => import('../home/welcome.tsx'));
const Comments = lazy(() => import('../parts/comments.tsx'));
const TimelineTab = lazy(() => import('./timeline-tab.tsx'));
const ProvenanceTab = lazy(() => import('./provenance-tab.tsx'));
const route = getRouteApi('/facts/$id');

const icons = {
  provenance: IconRoute,
  timeline: IconClockHour4,
  revisions: IconGitCompare,
  belief: IconScale,
  comments: IconMessage,
  access: IconEyeCheck,
} as const;

/** One memory or entity: what it says, why it is believed, and the way it came. */
export function FactPage() {
  const { id } = route.useParams();
  const { tab = 'provenance', welcome, asOf } = route.useSearch();
  const [{ data: present, error }] = useQuery({ query: FactQuery, variables: { id } });
  const shownId = idAsOf(id, asOf);
  const [{ data, error: errorThen, fetching }] = useQuery({ query: FactQuery, variables: { id: shownId } });
  const now = factOf(present);
  const found = factOf(data);
  // `data` is that of the instant before, until the answer is there.
  const fact = found?.id === shownId ? found : undefined;
  const part = tab === 'provenance' ? '' : ` · ${capitalized(tab)}`;
  useTitle(now && `${(fact ?? now).content}${part}`);
  if (!present) return error === undefined ? <Waiting /> : <Failure error={error} />;
  if (now === undefined) return <NotFound />;
  return (
    <Stack p="lg" gap="md">
      {welcome === true && (
        <Suspense>
          <Welcome />
        </Suspense>
      )}
      {fact === undefined ? <NotShown error={errorThen} isAsked={fetching} /> : <FactHeader fact={fact} />}
      <AsOf now={now} fact={fact} />
      {fact !== undefined && <FactTabs key={fact.id} fact={fact} tab={tab} />}
    </Stack>
  );
}

function FactTabs({ fact, tab }: { readonly fact: Fact; readonly tab: (typeof factTabs)[number] }) {
  const navigate = useNavigate({ from: '/facts/$id' });
  return (
    <Tabs
      value={tab}
      keepMounted={false}
      onChange={(chosen) =>
        navigate({ search: (before) => ({ ...before, tab: factTabs.find((known) => known === chosen) }) })
      }
    >
      <TabRow open={tab}>
        {factTabs.map((name) => {
          const Icon = icons[name];
          return (
            <Tabs.Tab key={name} value={name} leftSection={<Icon size={16} aria-hidden />}>
              {capitalized(name)}
            </Tabs.Tab>
          );
        })}
      </TabRow>
      <Tabs.Panel value="provenance">
        <Suspense fallback={<Waiting />}>
          <ProvenanceTab fact={fact} />
        </Suspense>
      </Tabs.Panel>
      <Tabs.Panel value="timeline">
        <Suspense fallback={<Waiting />}>
          <TimelineTab id={fact.id} />
        </Suspense>
      </Tabs.Panel>
      <Tabs.Panel value="revisions">
        <RevisionsTab id={fact.id} />
      </Tabs.Panel>
      <Tabs.Panel value="belief">
        <BeliefTab id={fact.id} />
      </Tabs.Panel>
      <Tabs.Panel value="comments">
        <Suspense fallback={<Waiting />}>
          <Comments id={fact.id} />
        </Suspense>
      </Tabs.Panel>
      <Tabs.Panel value="access">
        <AccessTab fact={fact} />
      </Tabs.Panel>
    </Tabs>
  );
}

/** States of a source that a reader of the fact has to know. */
const drifts: Readonly<Partial<Record<Fact['sourceState']['state'], string>>> = {
  REWORDED: 'source reworded',
  GONE: 'no longer in its source',
  WITHDRAWN: 'source withdrawn',
};

function FactHeader({ fact }: { readonly fact: Fact }) {
  return (
    <Box>
      <Group gap="xs" mb="xs">
        <KindBadge item={fact} />
        <StatusBadge status={fact.status} />
        <Badge color="gray">{fact.project.name}</Badge>
        <Badge color="gray">trust {inWords(fact.trust)}</Badge>
        <Badge color="gray">revision {fact.revision}</Badge>
        {fact.isPersonal && <Badge color="pink">personal</Badge>}
        {fact.redacted && <Badge color="red">redacted</Badge>}
        <LabelBadges labels={fact.sensitivityLabels} />
        <Badge color="gray">confidence {percent(fact.confidence)}</Badge>
        {drifts[fact.sourceState.state] !== undefined && (
          <Badge color="orange">{drifts[fact.sourceState.state]}</Badge>
        )}
      </Group>
      <Title order={1} fz={24} fw={600} lh={1.35} className="statement">
        <StoredText>{fact.content}</StoredText>
      </Title>
      <HoldingLine fact={fact} />
      <Neighbours fact={fact} />
    </Box>
  );
}

type Other = { readonly id: string } & ({ readonly name: string } | { readonly content: string });

const nameOf = (other: Other) => ({ id: other.id, name: 'name' in other ? other.name : other.content });

function Neighbours({ fact }: { readonly fact: Fact }) {
  const links = [
    ...(fact.supersededBy === null ? [] : [{ ...nameOf(fact.supersededBy), says: 'superseded by' }]),
    ...fact.supersedes.map((former) => ({ ...nameOf(former), says: 'supersedes' })),
    ...(fact.__typename === 'Entity'
      ? fact.relations.nodes.map(({ relation, to }) => ({
          id: to.id,
          says: inWords(relation),
          name: to.name,
        }))
      : fact.graduatedTo.nodes.map(({ id, name }) => ({ id, says: 'graduated to', name }))),
  ];
  return (
    <Group gap="md" mt={4}>
      {links.map(({ id, says, name }) => (
        <Text key={`${says}-${id}`} size="sm">
          {says}{' '}
          <Anchor component={Link} to={factAddress(id)} className="statement">
            <StoredText>{name}</StoredText>
          </Anchor>
        </Text>
      ))}
      {fact.__typename === 'Memory' &&
        fact.contradictions.nodes.map(({ id, status }) => (
          <Anchor key={id} component={Link} to={addressIn('/contradictions', id)} size="sm">
            {inWords(status)} contradiction
          </Anchor>
        ))}
      <GraphAnchor id={fact.id} />
    </Group>
  );
}
