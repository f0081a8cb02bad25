import { sourceOf } from '../api/item-fields.ts';
import { addressAsOf, addressIn, factAddress, idAsOf, instantOf, itemIdOf } from '../parts/addresses.ts';
import type { GraphLink, GraphStep } from '../parts/flow-graph.tsx';
import { ago } from '../parts/instant.tsx';
import { inWords, percent } from '../parts/words.ts';
import type { EntityFact, Fact } from './operations.ts';

export interface Provenance {
  readonly steps: readonly GraphStep[];
  readonly links: readonly GraphLink[];
}

type Origin = Pick<
  NonNullable<EntityFact['graduatedFrom']>,
  'id' | 'status' | 'createdAt' | 'confidenceBreakdown' | 'extraction' | 'source'
>;

/** When it was proposed, and with which confidence; a promotion raises what stands now. */
const proposedAt = ({ createdAt, confidenceBreakdown: score }: Origin): string =>
  score === null ? ago(createdAt) : `${ago(createdAt)}, confidence ${percent(score.final)}`;

/** From the wave to the item that was read out of it. */
const addOrigin = (steps: GraphStep[], links: GraphLink[], item: Origin): void => {
  const chunk = sourceOf('Chunk', item.source);
  const interaction = sourceOf('Interaction', item.source);
  const { extraction } = item;
  const asOf = instantOf(item.id);
  const then: GraphStep['search'] = asOf === undefined ? {} : { asOf };
  const way: GraphStep[] = [];
  const document = chunk?.document ?? null;
  if (document?.wave)
    way.push({
      id: document.wave.id,
      what: 'wave',
      title: 'Ingestion',
      detail: ago(document.wave.startedAt),
      to: '/sources',
      search: { wave: document.wave.id, ...then },
    });
  if (document)
    way.push({
      id: document.id,
      what: 'document',
      title: document.path,
      detail: document.title ?? undefined,
      to: addressAsOf('/sources', document.id, asOf),
    });
  if (chunk)
    way.push({
      id: chunk.id,
      what: 'section',
      title: chunk.headingPath.at(-1) ?? 'Text before the first heading',
      to: document ? `/sources/${document.id}` : undefined,
      search: { mark: itemIdOf(item.id), ...then },
    });
  if (interaction)
    way.push({
      id: interaction.id,
      what: 'interaction',
      title: interaction.capturedIn ?? 'A conversation',
      detail: ago(interaction.occurredAt),
      to: addressAsOf('/records', interaction.id, asOf),
    });
  if (extraction) {
    way.push({
      id: extraction.id,
      what: 'extraction',
      title: extraction.schemaName.replace(/^vouch\./, ''),
      detail: ago(extraction.createdAt),
      to: addressAsOf('/records', extraction.id, asOf),
    });
    const routing = extraction.workflowItem;
    if (routing)
      way.push({
        id: routing.id,
        what: 'routing',
        title: inWords(routing.status),
        detail: `${inWords(routing.reason)}, ${routing.routingVersion}`,
        to: addressIn('/records', routing.id),
      });
  }
  if (way.length > 0 && item.status !== 'CANDIDATE')
    way.push({
      id: `${item.id}-proposed`,
      what: 'candidate',
      title: 'Proposed',
      detail: proposedAt(item),
      to: factAddress(idAsOf(itemIdOf(item.id), item.createdAt)),
    });
  way.forEach((step, at) => {
    steps.push(step);
    links.push({ from: step.id, to: way[at + 1]?.id ?? item.id });
  });
};

/** Uses: traces of runs, and delivered bundles. */
const addUses = (steps: GraphStep[], links: GraphLink[], fact: Fact): void => {
  for (const { id, taskClass, version } of fact.pathwayTraces.nodes) {
    steps.push({
      id,
      what: 'trace',
      title: taskClass,
      detail: `version ${version}`,
      to: addressIn('/chains', id),
    });
    links.push({ from: fact.id, to: id, says: 'read by' });
  }
  if (fact.__typename === 'Entity') return;
  for (const { id, issuedAt, user } of fact.deliveries.nodes) {
    steps.push({
      id,
      what: 'bundle',
      title: `Delivered to ${user.name}`,
      detail: ago(issuedAt),
      to: addressAsOf('/records', id, instantOf(fact.id)),
    });
    links.push({ from: fact.id, to: id, says: 'delivered' });
  }
};

/** Another item, as a step that opens its page. */
const itemStep = (
  what: string,
  title: string,
  { id, status }: { readonly id: string; readonly status: string },
): GraphStep => ({ id, what, title, detail: inWords(status), to: factAddress(id) });

/** Everything between the source of a fact and what became of it. */
export const provenanceOf = (fact: Fact): Provenance => {
  const steps: GraphStep[] = [];
  const links: GraphLink[] = [];
  const here: GraphStep = {
    id: fact.id,
    what: fact.status === 'CANDIDATE' ? 'candidate' : inWords(fact.__typename),
    title: fact.__typename === 'Memory' ? fact.content : fact.name,
    detail: inWords(fact.status),
    isHere: true,
  };
  if (fact.__typename === 'Memory') {
    addOrigin(steps, links, fact);
    steps.push(here);
    for (const entity of fact.graduatedTo.nodes) {
      steps.push(itemStep('entity', entity.name, entity));
      links.push({ from: fact.id, to: entity.id, says: 'graduated' });
    }
  } else {
    const { graduatedFrom: memory } = fact;
    if (memory === null) addOrigin(steps, links, fact);
    else {
      addOrigin(steps, links, memory);
      steps.push(itemStep('memory', memory.content, memory));
      links.push({ from: memory.id, to: fact.id, says: 'graduated' });
    }
    steps.push(here);
    const addEntity = (entity: EntityFact['relations']['nodes'][number]['to']) => {
      if (steps.every(({ id }) => id !== entity.id)) steps.push(itemStep('entity', entity.name, entity));
    };
    for (const { relation, to } of fact.relations.nodes) {
      addEntity(to);
      links.push({ from: fact.id, to: to.id, says: inWords(relation) });
    }
    for (const { relation, from } of fact.incomingRelations.nodes) {
      addEntity(from);
      links.push({ from: from.id, to: fact.id, says: inWords(relation) });
    }
  }
  addUses(steps, links, fact);
  if (fact.supersededBy !== null) {
    const next = fact.supersededBy;
    steps.push(itemStep(inWords(fact.__typename), 'name' in next ? next.name : next.content, next));
    links.push({ from: fact.id, to: next.id, says: 'superseded by' });
  }
  return { steps, links };
};
