/** Fields that distinguish a proposal from other changes. */
interface Event {
  readonly __typename: string;
  readonly from?: unknown;
  readonly wording?: { readonly revision: number } | null;
}

/** True for the first status and the first wording of an item. */
export const isProposal = ({ __typename, from, wording }: Event): boolean =>
  __typename === 'DecisionEvent' ? from === null : __typename === 'RevisionEvent' && wording?.revision === 1;
