import { Anchor, Badge, Group, List, Stack, Text, ThemeIcon, Timeline } from '@mantine/core';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { entityTypes, memoryKinds, statuses } from '../explore/choices.ts';
import { LabelBadges, StatusBadge } from '../parts/badges.tsx';
import { Instant, onDate } from '../parts/instant.tsx';
import { Section } from '../parts/section.tsx';
import { StoredText } from '../parts/stored-text.tsx';
import { WordDiff } from '../parts/word-diff.tsx';
import { capitalized, counted, inWords, percent, ruleSentence, sentenceInWords } from '../parts/words.ts';
import type { ItemDetail } from './item-query.ts';

/** Constants that a policy's reason may name. */
const constants = [...memoryKinds, ...entityTypes, ...statuses];

type Panel = { readonly detail: ItemDetail };

/** The rule, its score as a product, and how the extraction was routed. */
export function WhyProposed({ detail, rule }: Panel & { readonly rule: string | null }) {
  const { confidenceBreakdown: score, extraction, autoPromotionEligibility: policies } = detail;
  const item = extraction?.workflowItem;
  return (
    <Section title="Why it was proposed" aside={rule !== null && <Badge color="gray">{rule}</Badge>}>
      <Stack gap="xs">
        <Text size="sm">{rule === null ? 'A person wrote it.' : ruleSentence(rule)}</Text>
        {score !== null && (
          <Text size="sm" ff="monospace">
            {score.prior.toFixed(2)} <Dim>prior</Dim> × {score.structuralSignalMultiplier.toFixed(2)}{' '}
            <Dim>place</Dim> × {score.freshnessBonus.toFixed(2)} <Dim>freshness</Dim> ={' '}
            <b>{score.final.toFixed(3)}</b>
          </Text>
        )}
        {detail.reviewScoreTerms.length > 0 && (
          <Text size="sm">
            Reviewers keep {percent(detail.reviewScore)} of such statements:{' '}
            {detail.reviewScoreTerms.map(({ term, weight }) => (
              <Badge key={term} size="sm" mr={4} color={weight < 0 ? 'orange' : 'teal'}>
                {inWords(term).replace('.', ': ')} {weight < 0 ? '−' : '+'}
                {Math.abs(weight).toFixed(2)}
              </Badge>
            ))}
          </Text>
        )}
        {item && (
          <Text size="sm">
            Routed <b>{inWords(item.status)}</b>: {inWords(item.reason)} (threshold {percent(item.threshold)})
            {item.guardrailFlags.length > 0 && `; flags ${item.guardrailFlags.join(', ')}`}
          </Text>
        )}
        {detail.reExtractionCount > 0 && (
          <Text size="sm">Seen again: {counted(detail.reExtractionCount, 'time')}.</Text>
        )}
        {detail.status === 'CANDIDATE' && policies !== null && policies.length > 0 && (
          <List size="xs" spacing={2} aria-label="Policies of automatic promotion">
            {policies.map(({ policy, eligible, reason }) => (
              <List.Item
                key={policy}
                icon={
                  <ThemeIcon size={16} radius="xl" variant="light" color={eligible ? 'teal' : 'gray'}>
                    {eligible ? <IconCheck size={11} /> : <IconMinus size={11} />}
                  </ThemeIcon>
                }
              >
                {capitalized(inWords(policy))}: {sentenceInWords(reason, constants)}
              </List.Item>
            ))}
          </List>
        )}
      </Stack>
    </Section>
  );
}

function Dim({ children }: { readonly children: string }) {
  return (
    <Text span c="dimmed" size="xs" ff="text">
      {children}
    </Text>
  );
}

/** Present words of its source, in place of its own. */
export function Drift({ detail: { sourceState, sourceSpan } }: Panel) {
  const { state, checkedAt, document, span } = sourceState;
  return (
    <Section
      title="What became of its source"
      aside={<Badge color={state === 'MOVED' ? 'yellow' : 'red'}>{inWords(state)}</Badge>}
    >
      {span !== null && sourceSpan !== null && <WordDiff before={sourceSpan.text} after={span.text} />}
      <Text size="sm" c="dimmed">
        {document !== null && (
          <Anchor component={Link} to={`/sources/${document.id}`} size="sm">
            <StoredText>{document.path}</StoredText>
          </Anchor>
        )}{' '}
        {checkedAt !== null && (
          <>
            checked <Instant at={checkedAt} />
          </>
        )}
      </Text>
    </Section>
  );
}

/** How far it is still believed, and since when it is to be looked at. */
export function Belief({ detail }: Panel) {
  return (
    <Section title="How far it is believed">
      <Text size="sm">
        {detail.__typename === 'Memory' &&
          `${percent(detail.effectiveConfidence.value)} now, ${percent(detail.effectiveConfidence.base)} without age; ${detail.effectiveConfidence.evidenceCount} pieces of evidence. `}
        {detail.verifyBy !== null && `To be verified by ${onDate(detail.verifyBy)}. `}
        {detail.verifiedAt === null
          ? 'Nobody has verified it yet.'
          : `Last verified ${onDate(detail.verifiedAt)}.`}
      </Text>
    </Section>
  );
}

/** The labels that detectors suggest, and the words in which they found them. */
export function Labels({ detail }: Panel) {
  const labels = detail.suggestedLabels ?? [];
  if (labels.length === 0) return null;
  return (
    <Section title="Suggested labels" aside={<LabelBadges labels={labels} suggested />}>
      {(detail.labelFindings ?? []).map(({ label, start, text }) => (
        <Text size="sm" key={`${label}-${start}`}>
          {label}:{' '}
          <mark className="span">
            <StoredText>{text}</StoredText>
          </mark>
        </Text>
      ))}
    </Section>
  );
}

/** Near duplicates, as a difference from this statement. */
export function Duplicates({ detail }: Panel) {
  // The origin of a graduated entity says the same, and is no duplicate.
  const origin = detail.__typename === 'Entity' ? detail.graduatedFrom?.id : undefined;
  const duplicates = (detail.possibleDuplicates ?? []).filter(({ candidate }) => candidate.id !== origin);
  if (duplicates.length === 0) return null;
  return (
    <Section title="Possible duplicates">
      <Stack gap="sm">
        {duplicates.map(({ similarity, candidate }) => (
          <div key={candidate.id}>
            <Group gap="xs" mb={2}>
              <Badge color="orange">{percent(similarity)} alike</Badge>
              <StatusBadge status={candidate.status} />
              <Anchor component={Link} to={`/facts/${candidate.id}`} size="xs">
                open
              </Anchor>
            </Group>
            <Text size="sm" component="div">
              <WordDiff before={candidate.content} after={detail.content} />
            </Text>
          </div>
        ))}
      </Stack>
    </Section>
  );
}

/** Contradictions of the item. */
export function Conflicts({ detail }: Panel) {
  if (detail.__typename !== 'Memory' || detail.contradictions.nodes.length === 0) return null;
  return (
    <Section title="Contradictions">
      <Stack gap="sm">
        {detail.contradictions.nodes.map(({ id, status, severity, explanation, itemA, itemB }) => {
          const other = itemA.id === detail.id ? itemB : itemA;
          return (
            <div key={id}>
              <Group gap="xs" mb={2}>
                <Badge color={severity === 'HARD' ? 'red' : 'orange'}>{inWords(severity ?? 'unrated')}</Badge>
                <Badge color="gray">{inWords(status)}</Badge>
                <StatusBadge status={other.status} />
                <Anchor component={Link} to={`/contradictions/${id}`} size="xs">
                  resolve
                </Anchor>
              </Group>
              <Text size="sm" component="div">
                <WordDiff before={other.content} after={detail.content} />
              </Text>
              <Text size="xs" c="dimmed">
                <StoredText>{explanation}</StoredText>
              </Text>
            </div>
          );
        })}
      </Stack>
    </Section>
  );
}

/** Disputes of a memory, open or settled. */
export function Disputes({ detail }: Panel) {
  if (detail.__typename !== 'Memory' || detail.disputes.nodes.length === 0) return null;
  return (
    <Section title="Disputes">
      <Stack gap="sm">
        {detail.disputes.nodes.map(({ quote, reference, raisedAt, raisedBy, verdict }) => (
          <div key={`${raisedAt} ${raisedBy?.name}`}>
            <Text size="sm" component="div">
              <StoredText>{quote ?? reference ?? 'No words.'}</StoredText>
            </Text>
            <Text size="xs" c="dimmed">
              {raisedBy?.name} <Instant at={raisedAt} /> · {verdict === null ? 'open' : inWords(verdict)}
            </Text>
          </div>
        ))}
      </Stack>
    </Section>
  );
}

/** Events of the item with their actors, newest first, as far as the viewer may see them. */
export function History({ detail }: Panel) {
  const events = detail.auditTrail?.nodes ?? [];
  const revisions = detail.revisions.nodes;
  if (events.length === 0 && revisions.length <= 1) return null;
  return (
    <Section title="History">
      <Timeline bulletSize={12} lineWidth={2}>
        {events.map(({ id, action, actor, at }) => (
          <Timeline.Item
            key={id}
            title={<Text size="sm">{capitalized(inWords(action).replaceAll('.', ' '))}</Text>}
          >
            <Text size="xs" c="dimmed">
              {actor.name}, <Instant at={at} />
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
    </Section>
  );
}
