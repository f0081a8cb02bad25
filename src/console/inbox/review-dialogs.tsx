import { Modal } from '@mantine/core';
import { HoldingForm } from '../parts/holding-form.tsx';
import { wordsOf } from './decision.ts';
import { BulkDialog, ChoiceDialog, ReasonDialog, SnoozeDialog, TakeOverDialog } from './dialogs.tsx';
import type { Entry } from './operations.ts';
import type { Review } from './review.ts';

interface ReviewDialogsProps {
  readonly current: Entry | undefined;
  /** How many are selected. */
  readonly count: number;
  readonly review: Review;
}

/** The question that a decision asks before it is taken. */
export default function ReviewDialogs({ current, count: selected, review }: ReviewDialogsProps) {
  const {
    dialog,
    actions: { take, close },
  } = review;
  const count = Math.max(1, selected);
  if (dialog === null || current === undefined) return null;
  switch (dialog.name) {
    case 'answer': {
      const { way } = dialog;
      if (!('asks' in way) || way.asks !== 'reason') return null;
      return (
        <ReasonDialog
          verb={way.label}
          count={count}
          ready={way.ready}
          onClose={close}
          onAnswer={({ words, kind }) => take(way.decide(words, kind))}
        />
      );
    }
    case 'snooze':
      return (
        <SnoozeDialog count={count} onClose={close} onAnswer={(until) => take({ action: 'SNOOZE', until })} />
      );
    case 'take over':
      return (
        <TakeOverDialog
          by={dialog.by}
          verb={wordsOf[dialog.decision.action].verb}
          onClose={close}
          onAnswer={() => take(dialog.decision, true)}
        />
      );
    case 'duplicate':
      return (
        <ChoiceDialog
          title="Reject as a duplicate"
          label="It repeats"
          verb="Reject"
          color="red"
          nothing="Nothing that you can see says nearly the same."
          choices={dialog.choices}
          onClose={close}
          onAnswer={({ id }) => take({ action: 'REJECT', reason: `It repeats ${id}.`, kind: 'DUPLICATE' })}
        />
      );
    case 'successor':
      return (
        <ChoiceDialog
          title="Supersede"
          label="What takes its place; a candidate is promoted in the same step"
          verb="Supersede"
          nothing="Nothing was found in its place. Edit or retire it."
          choices={dialog.choices}
          onClose={close}
          onAnswer={({ id }) => take({ action: 'SUPERSEDE', by: id })}
        />
      );
    case 'end':
      return (
        <Modal opened onClose={close} title="It still holds">
          <HoldingForm
            before={{ ...dialog.before, holdsUntil: null }}
            onAnswer={(holding) => take({ action: 'HOLD', before: dialog.before, ...holding })}
          />
        </Modal>
      );
    case 'bulk':
      return (
        <BulkDialog
          verb={wordsOf[dialog.decision.action].verb}
          preview={dialog.preview}
          onClose={close}
          onAnswer={() => review.takeAll(dialog.entries, dialog.decision)}
        />
      );
  }
}
