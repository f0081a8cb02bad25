import type { Decision } from './decisions.ts';
import { BulkDialog, DuplicateDialog, EditDialog, RejectDialog, SnoozeDialog } from './dialogs.tsx';
import type { Queue } from './queue.ts';
import type { Review } from './review.ts';

const verbs: Readonly<Record<Decision['action'], string>> = {
  PROMOTE: 'Promote',
  REJECT: 'Reject',
  DEFER: 'Snooze',
};

/** The question that a decision asks before it is taken. */
export function ReviewDialogs({ queue, review }: { readonly queue: Queue; readonly review: Review }) {
  const { dialog, close, take } = review;
  const { current } = queue;
  const count = Math.max(1, queue.chosen.length);
  if (dialog === null || current === undefined) return null;
  switch (dialog.name) {
    case 'edit':
      return (
        <EditDialog
          item={current}
          onClose={close}
          onAnswer={(content) =>
            take({ action: 'PROMOTE', ...(content === current.content ? {} : { content }) })
          }
        />
      );
    case 'reject':
      return (
        <RejectDialog
          count={count}
          onClose={close}
          onAnswer={(reason) => take({ action: 'REJECT', reason })}
        />
      );
    case 'snooze':
      return (
        <SnoozeDialog count={count} onClose={close} onAnswer={(until) => take({ action: 'DEFER', until })} />
      );
    case 'duplicate':
      return (
        <DuplicateDialog
          choices={dialog.choices}
          onClose={close}
          onAnswer={({ id }) => take({ action: 'REJECT', reason: `It repeats ${id}.` })}
        />
      );
    case 'bulk':
      return (
        <BulkDialog
          verb={verbs[dialog.decision.action]}
          preview={dialog.preview}
          onClose={close}
          onAnswer={() => review.takeAll(dialog.decision)}
        />
      );
  }
}
