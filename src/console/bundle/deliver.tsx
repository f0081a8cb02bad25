import { Anchor, Button, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMutation } from 'urql';
import type { VariablesOf } from '../api/graphql.ts';
import { problemOf } from '../api/refusal.ts';
import { DeliverMutation } from './operations.ts';

/** Delivers the bundle, and shows the receipt that was issued for it. */
export function Deliver({ input }: { readonly input: VariablesOf<typeof DeliverMutation>['input'] }) {
  const [{ fetching }, deliver] = useMutation(DeliverMutation);
  const [receipt, setReceipt] = useState<{ readonly id: string; readonly items: number } | null>(null);
  const run = async () => {
    const { data, error } = await deliver({ input });
    const outcome = data?.deliverBundle;
    if (outcome?.__typename === 'DeliverBundlePayload') {
      setReceipt({ id: outcome.receipt.id, items: outcome.receipt.itemIds.length });
      return;
    }
    const message = problemOf(error, outcome) ?? 'It was refused.';
    notifications.show({ color: 'red', message });
  };
  return (
    <>
      <Button variant="default" loading={fetching} onClick={run}>
        Deliver it with a receipt
      </Button>
      {receipt !== null && (
        <Text size="sm" role="status">
          <Anchor component={Link} to={`/records/${receipt.id}`} size="sm">
            Receipt
          </Anchor>{' '}
          of {receipt.items} items.
        </Text>
      )}
    </>
  );
}
