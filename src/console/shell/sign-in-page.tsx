import {
  Alert,
  Button,
  Card,
  Center,
  Checkbox,
  Divider,
  Group,
  PasswordInput,
  SimpleGrid,
  Stack,
  Text,
  Title,
  UnstyledButton,
  VisuallyHidden,
} from '@mantine/core';
import { IconKey, IconLogin2 } from '@tabler/icons-react';
import { useState } from 'react';
import { type Persona, useSessionControl } from '../api/session.tsx';
import { Brand } from './brand.tsx';
import { startSignIn } from './open-id.ts';
import { roleSentences } from './roles.ts';

/** Local mode lists its people; elsewhere a token is pasted, or the issuer is asked. */
export function SignInPage() {
  const { settings, signIn, problem: before } = useSessionControl();
  const [problem, setProblem] = useState(before);
  const [token, setToken] = useState('');
  const [keep, setKeep] = useState(false);
  const { personas, signIn: openId } = settings;

  const enter = (given: string, kept: boolean) => {
    setProblem(null);
    signIn(given, kept).catch((error: Error) => setProblem(error.message));
  };

  return (
    <Center mih="100dvh" p="md" component="main">
      <Stack w="100%" maw={760} gap="lg">
        <Stack gap={4} align="center">
          <Brand size={44} />
          <Title order={1} fz={28}>
            Vouch
          </Title>
          <Text c="dimmed" ta="center">
            Nothing is believed until somebody vouches for it.
          </Text>
        </Stack>
        {problem !== null && (
          <Alert color="red" title="Sign-in failed" role="alert">
            {problem}
          </Alert>
        )}
        {personas.length > 0 && (
          <Stack gap="xs">
            <Title order={2} fz="md">
              Sign in as one of the sample people
            </Title>
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
              {personas.map((persona) => (
                <PersonaCard
                  key={persona.user}
                  persona={persona}
                  onChoose={() => enter(persona.token, false)}
                />
              ))}
            </SimpleGrid>
          </Stack>
        )}
        {personas.length > 0 && <Divider label="or" />}
        <Card withBorder>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              enter(token.trim(), keep);
            }}
          >
            <Stack gap="sm">
              {openId !== null && (
                <Button
                  leftSection={<IconLogin2 size={18} />}
                  onClick={() => startSignIn(openId).catch((error: Error) => setProblem(error.message))}
                >
                  Sign in at {new URL(openId.issuer).host}
                </Button>
              )}
              <PasswordInput
                label="Token"
                description="A JSON Web Token. Every tab of this browser uses it until the browser is closed."
                placeholder="eyJ…"
                value={token}
                onChange={(event) => setToken(event.currentTarget.value)}
                leftSection={<IconKey size={16} />}
              />
              <Group justify="space-between">
                <Checkbox
                  label="Stay signed in after the browser is closed"
                  checked={keep}
                  onChange={(event) => setKeep(event.currentTarget.checked)}
                />
                <Button type="submit" variant="default" disabled={token.trim() === ''}>
                  Sign in
                </Button>
              </Group>
            </Stack>
          </form>
        </Card>
      </Stack>
    </Center>
  );
}

function PersonaCard({ persona, onChoose }: { readonly persona: Persona; readonly onChoose: () => void }) {
  return (
    <UnstyledButton onClick={onChoose}>
      <Card withBorder padding="sm" h="100%">
        <Group justify="space-between" wrap="nowrap">
          <Text fw={600}>
            <VisuallyHidden>Sign in as </VisuallyHidden>
            {persona.user}
          </Text>
          <Text size="sm" c="dimmed">
            {persona.role}
          </Text>
        </Group>
        <Text size="sm" c="dimmed">
          {roleSentences[persona.role] ?? ''}
        </Text>
      </Card>
    </UnstyledButton>
  );
}
