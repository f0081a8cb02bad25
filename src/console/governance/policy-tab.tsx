import {
  ActionIcon,
  Button,
  Card,
  Group,
  SegmentedControl,
  SimpleGrid,
  Stack,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useMutation, useQuery } from 'urql';
import { problemOf } from '../api/refusal.ts';
import { useHasRole } from '../api/session.tsx';
import { Failure, Waiting } from '../parts/answer-state.tsx';
import { Instant, onDate } from '../parts/instant.tsx';
import { Section } from '../parts/section.tsx';
import { VersionChain } from '../parts/version-chain.tsx';
import { type Policy, PolicyHistoryQuery, PolicyQuery, SetPolicyMutation } from './operations.ts';
import { PolicyEffect, useEffectOf } from './policy-effect.tsx';

type Rule = Policy['rules'][number];

/** A policy of its own for a tenant that has none: it hides nothing. */
const none: Policy = { mode: 'LOG_ONLY', revision: 0, hash: '', setAt: new Date(0).toISOString(), rules: [] };

export function PolicyTab() {
  const [{ data, error }] = useQuery({ query: PolicyQuery });
  const audits = useHasRole('auditor');
  if (!data) return error === undefined ? <Waiting /> : <Failure error={error} />;
  const policy = data.labelPolicy ?? none;
  return (
    <Stack>
      <PolicyEditor key={policy.revision} policy={policy} />
      {audits && <PolicyHistory />}
    </Stack>
  );
}

interface Recorded {
  readonly mode?: string;
  readonly rules?: readonly Rule[];
}

/** A policy as the audit log has it, a line for its mode and for each rule. */
const inSentences = (recorded: unknown): string => {
  const { mode, rules = [] } = (recorded ?? {}) as Recorded;
  const list = (says: string, names: readonly string[] = []) =>
    names.length === 0 ? '' : `, ${says} ${names.join(', ')}`;
  return [
    mode === 'ENFORCE' ? 'It is enforced.' : 'It is only logged.',
    ...rules.map(
      ({ id, action, anyLabel, allLabels, roles, notRoles, users }) =>
        `${id}: ${action === 'DENY' ? 'hide' : 'redact'}${list('any of', anyLabel)}${list('all of', allLabels)}${list('for', roles)}${list('for all but', notRoles)}${list('for', users)}.`,
    ),
  ].join('\n');
};

/** How the policy changed, as the audit log has it. */
function PolicyHistory() {
  const [{ data }] = useQuery({ query: PolicyHistoryQuery });
  const events = [...(data?.auditEvents?.nodes ?? [])].reverse();
  if (events.length === 0) return null;
  const versions = events.map(({ id, at, actor, after }, index) => ({
    id,
    title: `Revision ${index + 1}`,
    detail: `${onDate(at)}, ${actor.name}`,
    text: inSentences(after),
  }));
  return (
    <Section title="How it changed">
      <VersionChain versions={versions} label="The revisions of the label policy" />
    </Section>
  );
}

/** The rules in their order, and who would no longer see what before anything is set. */
function PolicyEditor({ policy }: { readonly policy: Policy }) {
  const mayChange = useHasRole('admin');
  const [mode, setMode] = useState(policy.mode);
  const [rules, setRules] = useState(policy.rules);
  const [, set] = useMutation(SetPolicyMutation);
  const input = {
    mode,
    rules: rules.map(({ id, action, allLabels, anyLabel, roles, notRoles, users }) => ({
      id,
      action,
      allLabels,
      anyLabel,
      roles,
      notRoles,
      users,
    })),
    expectedRevision: policy.revision,
  };
  const isChanged = mode !== policy.mode || JSON.stringify(rules) !== JSON.stringify(policy.rules);
  const effect = useEffectOf(input, isChanged && mayChange);
  const change = (at: number, part: Partial<Rule>) =>
    setRules((before) => before.map((rule, index) => (index === at ? { ...rule, ...part } : rule)));
  const save = async () => {
    const { data, error } = await set({ input });
    const refusal = problemOf(error, data?.setLabelPolicy);
    notifications.show(
      refusal === null
        ? { color: 'teal', message: 'The policy is in force.' }
        : { color: 'red', message: refusal },
    );
  };

  return (
    <Stack maw={980}>
      <Group justify="space-between">
        <SegmentedControl
          aria-label="Mode"
          disabled={!mayChange}
          value={mode}
          onChange={(chosen) => setMode(chosen === 'ENFORCE' ? 'ENFORCE' : 'LOG_ONLY')}
          data={[
            { value: 'LOG_ONLY', label: 'Log only' },
            { value: 'ENFORCE', label: 'Enforce' },
          ]}
        />
        <Text size="sm" c="dimmed">
          {policy.revision === 0 ? (
            'No policy has been set: everything is allowed.'
          ) : (
            <>
              Revision {policy.revision}, set <Instant at={policy.setAt} />, {policy.hash.slice(0, 12)}
            </>
          )}
        </Text>
      </Group>
      <Text size="sm" c="dimmed">
        The first rule that matches decides; what no rule names is allowed. pii matches pii.email and the
        like. “Log only” hides nothing: it shows the effect first.
      </Text>
      {rules.map((rule, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rules are identified by their place, and their names are edited here
        <Card withBorder key={at} component="section" aria-label={`Rule ${at + 1}`}>
          <Group align="flex-end" gap="sm" mb="sm">
            <TextInput
              label="Name"
              w={160}
              readOnly={!mayChange}
              value={rule.id}
              onChange={(event) => change(at, { id: event.currentTarget.value })}
            />
            <SegmentedControl
              aria-label="Action"
              disabled={!mayChange}
              value={rule.action}
              onChange={(chosen) => change(at, { action: chosen === 'DENY' ? 'DENY' : 'REDACT' })}
              data={[
                { value: 'DENY', label: 'Deny' },
                { value: 'REDACT', label: 'Redact' },
              ]}
            />
            {mayChange && (
              <ActionIcon
                variant="subtle"
                color="red"
                ml="auto"
                aria-label={`Remove rule ${rule.id}`}
                onClick={() => setRules((before) => before.filter((_, index) => index !== at))}
              >
                <IconTrash size={18} />
              </ActionIcon>
            )}
          </Group>
          <SimpleGrid cols={{ base: 2, lg: 5 }} spacing="sm">
            <Names
              label="Any of these labels"
              value={rule.anyLabel}
              onChange={(anyLabel) => change(at, { anyLabel })}
              fixed={!mayChange}
            />
            <Names
              label="All of these labels"
              value={rule.allLabels}
              onChange={(allLabels) => change(at, { allLabels })}
              fixed={!mayChange}
            />
            <Names
              label="For roles"
              value={rule.roles}
              onChange={(roles) => change(at, { roles })}
              fixed={!mayChange}
            />
            <Names
              label="For all roles except"
              value={rule.notRoles}
              onChange={(notRoles) => change(at, { notRoles })}
              fixed={!mayChange}
            />
            <Names
              label="For users"
              value={rule.users}
              onChange={(users) => change(at, { users })}
              fixed={!mayChange}
            />
          </SimpleGrid>
        </Card>
      ))}
      {mayChange && (
        <Group>
          <Button
            variant="default"
            onClick={() =>
              setRules((before) => [
                ...before,
                {
                  id: `rule-${before.length + 1}`,
                  action: 'REDACT',
                  anyLabel: ['pii'],
                  allLabels: [],
                  roles: [],
                  notRoles: ['admin'],
                  users: [],
                },
              ])
            }
          >
            Add a rule
          </Button>
          <Button disabled={!isChanged} onClick={save}>
            Set the policy
          </Button>
        </Group>
      )}
      {isChanged && effect !== null && <PolicyEffect effect={effect} />}
    </Stack>
  );
}

function Names({
  label,
  value,
  fixed,
  onChange,
}: {
  readonly label: string;
  readonly value: readonly string[];
  readonly fixed: boolean;
  onChange(value: string[]): void;
}) {
  return (
    <TagsInput
      label={label}
      styles={{ inputField: { minWidth: 40 } }}
      readOnly={fixed}
      value={[...value]}
      onChange={onChange}
    />
  );
}
