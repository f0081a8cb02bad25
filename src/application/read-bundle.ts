import { type BundleItem, emptyBundle, fillBundle, isFull, rankBundle } from '#domain/bundle/bundle.ts';
import type { BundleContext } from '#domain/bundle/receipt.ts';
import { DomainError } from '#domain/domain-error.ts';
import {
  type BundleScope,
  bundleFacts,
  countLeftOut,
  type LeftOutReason,
  presentWords,
} from '#persistence/bundle-repository.ts';
import type { ReadSession } from '#persistence/viewer-session.ts';
import type { Installation } from './installation.ts';

export interface BundleRead {
  readonly context: BundleContext;
  readonly tokensUsed: number;
  /** True when what is mandatory alone costs more than the budget. */
  readonly overBudget: boolean;
  readonly items: readonly BundleItem[];
  readonly excluded: readonly { readonly reason: LeftOutReason | 'OVER_BUDGET'; readonly count: number }[];
}

const maxTokenBudget = 1_000_000;
const firstBatch = 250;

/** What an agent is given to read, within the session's own sight. Throws `input.invalid` for a budget that cannot be meant. */
export const readBundle = async (
  { clock, settings }: Installation,
  session: ReadSession,
  scope: BundleScope,
  tokenBudget = settings.bundle.tokenBudget,
): Promise<BundleRead> => {
  if (tokenBudget < 0 || tokenBudget > maxTokenBudget)
    throw new DomainError(
      'input.invalid',
      `tokenBudget is ${tokenBudget}; give a whole number from 0 to ${maxTokenBudget}.`,
      ['tokenBudget'],
    );
  const facts = await bundleFacts(session, scope);
  const ranked = rankBundle(facts, clock(), settings.bundle, settings.confidence);
  let bundle = emptyBundle(tokenBudget);
  let read = 0;
  // Few words are read when few fit, and no more statements are sent than the logarithm of what there is.
  for (let size = firstBatch; read < ranked.length; size *= 2) {
    if (isFull(bundle) && !ranked[read]?.mandatory) break;
    const batch = ranked.slice(read, read + size);
    const words = await presentWords(
      session,
      batch.map(({ id }) => id),
    );
    bundle = fillBundle(
      bundle,
      batch.map((next) => ({ ranked: next, words: words.get(next.id)?.words ?? '' })),
    );
    read += batch.length;
  }
  const skipped = bundle.skipped + (ranked.length - read);
  return {
    context: { ...scope, tokenBudget },
    tokensUsed: bundle.tokensUsed,
    overBudget: bundle.tokensUsed > tokenBudget,
    items: bundle.items,
    excluded: [
      ...(skipped > 0 ? [{ reason: 'OVER_BUDGET', count: skipped } as const] : []),
      ...(await countLeftOut(session, scope)),
    ],
  };
};
