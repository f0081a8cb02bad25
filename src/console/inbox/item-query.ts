import { graphql, type ResultOf } from '../api/graphql.ts';
import { ItemFields } from '../api/item-fields.ts';

/** Everything beside a memory or an entity that its reviewer needs, in one answer. */
export const ItemQuery = graphql(
  `
    query InboxSubjectDetail($id: ID!) {
      node(id: $id) {
        __typename
        id
        ...ItemFields
        ... on Candidate {
          owner { kind name }
          reExtractionCount
          confidenceBreakdown { prior structuralSignalMultiplier freshnessBonus final }
          possibleDuplicates { similarity candidate { __typename id content status } }
          possibleDuplicatesMeaning
          revisions(first: 10) { nodes { revision content editedAt } }
          auditTrail(first: 20) { nodes { id action at actor { id name } } }
          suggestedLabels
          labelFindings { label start end text }
          verifiedAt
          holdsFrom
          holdsUntil
          wouldSupersede { __typename id content }
          succeeds { __typename id content status }
        }
        ... on Memory {
          effectiveConfidence { value base decay evidenceCount }
          disputes(first: 10) { nodes { quote reference raisedAt verdict raisedBy { name } } }
          proposedSuccessors(first: 3) { nodes { id content status } }
          contradictions(first: 5) {
            nodes {
              id
              status
              severity
              explanation
              itemA { id content status }
              itemB { id content status }
            }
          }
        }
        ... on Entity { graduatedFrom { id content } }
      }
    }
  `,
  [ItemFields],
);

type Node = NonNullable<ResultOf<typeof ItemQuery>['node']>;
export type ItemDetail = Extract<Node, { __typename: 'Memory' | 'Entity' }>;

/** Beliefs that give their place to the item when it is promoted. */
export const supersededBy = ({ wouldSupersede, succeeds }: ItemDetail) => [...wouldSupersede, ...succeeds];

/** Decisions on what each rule proposed in a project. */
export const RuleRecordQuery = graphql(`
  query RuleRecord($project: String!) {
    extractionQuality(project: $project) { rule promotedUnchanged promotedEdited rejected }
  }
`);
