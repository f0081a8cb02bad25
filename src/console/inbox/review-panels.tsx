import { Badge, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useQuery } from 'urql';
import { LabelBadges } from '../parts/badges.tsx';
import { Instant, onDate } from '../parts/instant.tsx';
import { Section } from '../parts/section.tsx';
import { StoredText } from '../parts/stored-text.tsx';
import { counted, inWords, percent, ruleSentence } from '../parts/words.ts';
import { type ItemDetail, RuleRecordQuery } from './item-query.ts';
import type { ItemRow } from './operations.ts';

type Panel = { readonly detail: ItemDetail };

/** The rule that proposed it and its confidence, the one figure to look at; how that came about is behind "Why". */
export function WhyProposed({ detail, item }: Panel & { readonly item: ItemRow }) {
  const [isOpen, setOpen] = useState(false);
  const { rule, confidence } = item;
  return (
    <Section
      title={rule === null ? 'Written by a person' : 'Why it was proposed'}
      aside={<Badge color="gray">confidence {percent(confidence)}</Badge>}
    >
      <Text size="sm">{rule === null ? 'No rule found it in a source.' : ruleSentence(rule)}</Text>
      {rule !== null && (
        <details onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>Why {percent(confidence)}</summary>
          {isOpen && <HowSure detail={detail} rule={rule} project={item.project.name} />}
        </details>
      )}
    </Section>
  );
}

/** Parts of the confidence, what became of the rule's other proposals in this project, and how the record was routed. */
function HowSure({ detail, rule, project }: Panel & { readonly rule: string; readonly project: string }) {
  const { confidenceBreakdown: score, extraction, reExtractionCount } = detail;
  const item = extraction?.workflowItem;
  const [{ data }] = useQuery({ query: RuleRecordQuery, variables: { project } });
  const of = (data?.extractionQuality ?? []).filter((one) => one.rule === rule);
  const kept = of.reduce((sum, one) => sum + one.promotedUnchanged + one.promotedEdited, 0);
  const decided = kept + of.reduce((sum, one) => sum + one.rejected, 0);
  return (
    <Stack gap={4} mt="xs">
      {score !== null && (
        <Text size="sm" ff="monospace">
          {score.prior.toFixed(2)} <Dim>prior of the rule</Dim> ×{' '}
          {score.structuralSignalMultiplier.toFixed(2)} <Dim>place</Dim> × {score.freshnessBonus.toFixed(2)}{' '}
          <Dim>freshness</Dim> = <b>{score.final.toFixed(3)}</b>
        </Text>
      )}
      <Text size="sm">
        Rule <code>{rule}</code>:{' '}
        {data === undefined
          ? '…'
          : decided === 0
            ? `nobody has decided a statement of it in ${project} yet.`
            : `reviewers kept ${kept} of the ${decided} that they decided in ${project}.`}
      </Text>
      {item && (
        <Text size="sm">
          Routed <b>{inWords(item.status)}</b>: {inWords(item.reason)}
          {item.reason === 'LOW_CONFIDENCE' && `, below ${percent(item.threshold)}`}
          {item.guardrailFlags.length > 0 && `; flags ${item.guardrailFlags.join(', ')}`}
        </Text>
      )}
      {reExtractionCount > 0 && <Text size="sm">Seen again: {counted(reExtractionCount, 'time')}.</Text>}
    </Stack>
  );
}

function Dim({ children }: { readonly children: string }) {
  return (
    <Text span c="dimmed" size="xs" ff="text">
      {children}
    </Text>
  );
}

/** Present confidence, and since when a person has to look at it again. */
export function Belief({ detail }: Panel) {
  return (
    <Section title="Confidence">
      <Text size="sm">
        {detail.__typename === 'Memory' &&
          `${percent(detail.effectiveConfidence.value)} now, ${percent(detail.effectiveConfidence.base)} without age; ${counted(detail.effectiveConfidence.evidenceCount, 'piece')} of evidence. `}
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
