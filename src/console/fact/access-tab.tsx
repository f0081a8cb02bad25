import { List, Text, ThemeIcon } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useQuery } from 'urql';
import { useSession } from '../api/session.tsx';
import { instantOf } from '../parts/addresses.ts';
import { Section } from '../parts/section.tsx';
import { inWords } from '../parts/words.ts';
import { type Fact, PolicyQuery } from './operations.ts';

interface Reason {
  readonly key: string;
  readonly sentence: string;
  readonly narrows: boolean;
}

const statusReason = ({ status }: Fact): Reason =>
  status === 'CANDIDATE' || status === 'INVALID'
    ? {
        key: 'status',
        narrows: true,
        sentence: `It is ${status === 'CANDIDATE' ? 'a candidate' : 'rejected'}: reviewers, auditors, admins and its contributor see it.`,
      }
    : {
        key: 'status',
        narrows: false,
        sentence: `It is ${inWords(status)}: its status hides it from nobody.`,
      };

const personalReason = ({ isPersonal }: Fact): Reason =>
  isPersonal
    ? { key: 'personal', narrows: true, sentence: 'It is personal: its contributor and admins see it.' }
    : { key: 'personal', narrows: false, sentence: 'It is not personal.' };

const audienceReason = ({ audience }: Fact): Reason =>
  audience.length === 0
    ? { key: 'audience', narrows: false, sentence: 'It is for the whole tenant.' }
    : {
        key: 'audience',
        narrows: true,
        sentence: `It is for ${audience.join(', ')}: members of one of them, its contributor and admins see it.`,
      };

/** Readers of the fact, and the rule for each. */
export function AccessTab({ fact }: { readonly fact: Fact }) {
  const { viewer } = useSession();
  const asOf = instantOf(fact.id) ?? null;
  const [{ data }] = useQuery({ query: PolicyQuery, variables: { asOf } });
  const policy = data?.labelPolicy;
  const labels = fact.sensitivityLabels;
  const reasons: readonly Reason[] = [
    statusReason(fact),
    personalReason(fact),
    audienceReason(fact),
    labels.length === 0
      ? {
          key: 'labels',
          narrows: false,
          sentence: 'It has no sensitivity label: no policy rule applies to it.',
        }
      : {
          key: 'labels',
          narrows: policy?.mode === 'ENFORCE',
          sentence: `Its labels are ${labels.join(', ')}; the label policy is ${policy ? inWords(policy.mode) : 'not shown to you'}.`,
        },
    ...(policy?.rules ?? [])
      .filter(({ allLabels, anyLabel }) =>
        [...allLabels, ...anyLabel].some((label) => labels.includes(label)),
      )
      .map(({ id, action, roles, notRoles, users }): Reason => {
        const whom = [...roles, ...notRoles.map((role) => `all but ${role}`), ...users];
        return {
          key: `rule-${id}`,
          narrows: true,
          sentence: `Rule ${id} names its labels: ${inWords(action)} for ${whom.length === 0 ? 'everybody' : whom.join(', ')}.`,
        };
      }),
  ];
  return (
    <Section title="Who may see it">
      <List spacing="sm" center>
        {reasons.map(({ key, sentence, narrows }) => (
          <List.Item
            key={key}
            icon={
              <ThemeIcon radius="xl" variant="light" color={narrows ? 'orange' : 'teal'}>
                {narrows ? <IconEyeOff size={16} aria-hidden /> : <IconEye size={16} aria-hidden />}
              </ThemeIcon>
            }
          >
            {sentence}
          </List.Item>
        ))}
      </List>
      <Text size="sm" c="dimmed" mt="md">
        You are {viewer.user} ({viewer.roles.join(', ')}
        {viewer.groups.length > 0 && `; ${viewer.groups.join(', ')}`}), and you see it
        {asOf !== null && ' here by the rules of today'}.
      </Text>
    </Section>
  );
}
