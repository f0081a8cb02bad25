import { Alert, Table, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { ask } from '../api/client.ts';
import type { ResultOf, VariablesOf } from '../api/graphql.ts';
import { refusalOf } from '../api/refusal.ts';
import { useSession } from '../api/session.tsx';
import { Section } from '../parts/section.tsx';
import { counted } from '../parts/words.ts';
import { SetPolicyMutation } from './operations.ts';

type PolicyInput = VariablesOf<typeof SetPolicyMutation>['input'];
type Payload = Extract<
  ResultOf<typeof SetPolicyMutation>['setLabelPolicy'],
  { __typename: 'SetLabelPolicyPayload' }
>;
type Effect = { readonly refusal: string } | Payload['wouldChange'];

/** The dry run of the policy as it stands in the form, once the form rests. */
export const useEffectOf = (input: PolicyInput, wanted: boolean): Effect | null => {
  const { id: session } = useSession();
  const [text] = useDebouncedValue(JSON.stringify(input), 400);
  const [effect, setEffect] = useState<Effect | null>(null);
  useEffect(() => {
    if (!wanted) return;
    let current = true;
    askEffect(session, JSON.parse(text)).then(
      (found) => current && setEffect(found),
      (error: Error) => current && setEffect({ refusal: error.message }),
    );
    return () => {
      current = false;
    };
  }, [session, text, wanted]);
  return effect;
};

const askEffect = async (session: string, input: PolicyInput): Promise<Effect> => {
  const { setLabelPolicy: outcome } = await ask(session, SetPolicyMutation, {
    input: { ...input, dryRun: true },
  });
  return outcome.__typename === 'SetLabelPolicyPayload'
    ? outcome.wouldChange
    : { refusal: refusalOf(outcome)?.message ?? 'It would be refused.' };
};

/** Viewers who would see less, and the items concerned, before the policy is set. */
export function PolicyEffect({ effect }: { readonly effect: Effect }) {
  if ('refusal' in effect)
    return (
      <Alert title="It would be refused" color="red" role="status">
        {effect.refusal}
      </Alert>
    );
  const { denied, redacted, losses } = effect;
  return (
    <Section title="Who would see less">
      <Text size="sm" role="status">
        Once it is enforced, it hides {counted(denied, 'item')} from somebody, and withholds the words of{' '}
        {counted(redacted, 'item')} from somebody. {losses.length === 0 && 'Nobody sees less than now.'}
      </Text>
      {losses.length > 0 && (
        <Table mt="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Who</Table.Th>
              <Table.Th ta="right">No longer shown</Table.Th>
              <Table.Th ta="right">Shown without words</Table.Th>
              <Table.Th>Labels that the rules name</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {losses.map(({ role, user, hidden, redacted: masked, labels }) => (
              <Table.Tr key={role ?? `user ${user}`}>
                <Table.Td>{role === null ? user : `Every ${role}`}</Table.Td>
                <Table.Td ta="right">{hidden}</Table.Td>
                <Table.Td ta="right">{masked}</Table.Td>
                <Table.Td>{labels.join(', ')}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Section>
  );
}
