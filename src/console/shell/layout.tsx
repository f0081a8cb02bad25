import {
  ActionIcon,
  Anchor,
  AppShell,
  Burger,
  Button,
  Group,
  Kbd,
  NavLink,
  Text,
  useMantineColorScheme,
} from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { IconMoon, IconSearch, IconSun } from '@tabler/icons-react';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { useSession } from '../api/session.tsx';
import { nameOfViewer } from '../inbox/taken.ts';
import { takenOver, takeOverLeft } from '../inbox/unsent.ts';
import { storedLine } from '../parts/stored-text.tsx';
import { inWords } from '../parts/words.ts';
import { Brand } from './brand.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { useKeySettings, useSingleKeys } from './keys.ts';
import { NoInstant } from './no-instant.tsx';
import { type Place, usePlaces } from './places.ts';
import { ViewerButton } from './viewer-button.tsx';

// Loaded when they are first asked for: they are no part of the first page.
const Commands = lazy(() => import('./commands.tsx'));
const KeyboardHelp = lazy(() => import('./keyboard-help.tsx'));
const ViewerMenu = lazy(() => import('./viewer-menu.tsx'));
const LeftDecisions = lazy(() => import('../inbox/left-decisions.tsx'));

export function Layout() {
  const [menuOpen, menu] = useDisclosure();
  const [helpOpen, help] = useDisclosure();
  const places = usePlaces();
  const path = useRouterState({ select: (state) => state.location.pathname });
  usePlaceTitle(places);
  const { keyOf, areOff } = useKeySettings();
  const [asked, setAsked] = useState(0);
  const { viewer } = useSession();
  const hasLeft = useLeftDecisions(nameOfViewer(viewer));
  const command = () => setAsked((before) => before + 1);
  useSingleKeys({ '?': help.toggle });
  useHotkeys([['mod+K', command]], []);

  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 208, breakpoint: 'sm', collapsed: { mobile: !menuOpen } }}
      padding={0}
    >
      <a className="skip-link" href="#content">
        Skip to the content
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="xs" wrap="nowrap">
            <Burger opened={menuOpen} onClick={menu.toggle} hiddenFrom="sm" size="sm" aria-label="Places" />
            <Brand size={28} />
            <Text fw={700} fz="lg" visibleFrom="xs">
              Vouch
            </Text>
          </Group>
          <Button
            variant="default"
            size="xs"
            w={{ base: 'auto', xs: 160, sm: 320 }}
            justify="flex-start"
            styles={{ label: { flex: 1 } }}
            leftSection={<IconSearch size={15} />}
            rightSection={
              <Kbd size="xs" visibleFrom="sm">
                ⌘K
              </Kbd>
            }
            onClick={command}
            c="dimmed"
          >
            Search
            <Text span inherit visibleFrom="xs">
              {' or go to'}
            </Text>
          </Button>
          <Group gap="xs" wrap="nowrap">
            <SchemeSwitch />
            <Viewer />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label="Places">
        {places.map(({ to, label, icon: Icon }) => (
          <NavLink
            key={to}
            component={Link}
            to={to}
            label={label}
            leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
            active={to === '/' ? path === '/' : path.startsWith(to)}
            onClick={menu.close}
          />
        ))}
        <Group mt="auto" px="xs" gap={6}>
          <Anchor component="button" size="xs" onClick={help.open}>
            Keys
            {!areOff && (
              <Kbd size="xs" ml={6}>
                {keyOf('?')}
              </Kbd>
            )}
          </Anchor>
          <Anchor href="/graphql" size="xs" ml="auto" lh="24px">
            GraphiQL
          </Anchor>
        </Group>
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        <ConnectionBanner />
        {/* The inbox shows its own. */}
        <Suspense>{hasLeft && path !== '/inbox' && <LeftDecisions />}</Suspense>
        <NoInstant />
        <Outlet />
      </AppShell.Main>
      <Suspense>
        {asked > 0 && <Commands places={places} asked={asked} onHelp={help.open} />}
        {helpOpen && <KeyboardHelp onClose={help.close} />}
      </Suspense>
    </AppShell>
  );
}

/** True from when this page took over decisions that another one was left with. */
const useLeftDecisions = (viewer: string): boolean => {
  const [hasLeft, setLeft] = useState(false);
  useEffect(() => {
    const show = () => setLeft(true);
    takenOver.addEventListener('taken', show);
    const end = takeOverLeft(viewer);
    return () => {
      takenOver.removeEventListener('taken', show);
      end();
    };
  }, [viewer]);
  return hasLeft;
};

/**
 * Names the tab after the place that it shows, and what is looked for there; pages of one thing name it after that, once it is there.
 */
const usePlaceTitle = (places: readonly Place[]) => {
  const shown = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once at each address, so that a page keeps the name that it gave
  useLayoutEffect(() => {
    if (shown === undefined) return;
    const first = `/${shown.pathname.split('/')[1] ?? ''}`;
    const place = places.find(({ to }) => to === first)?.label ?? (first === '/facts' ? 'Fact' : 'Record');
    const { search, path, task, reason, list, project } = shown.search;
    const sought = [search ?? path ?? task, reason && inWords(reason), list, project];
    document.title = [...sought.filter((one) => one !== undefined && one !== ''), place, 'Vouch']
      .map((one) => storedLine(String(one)))
      .join(' · ');
  }, [shown?.href]);
};

function SchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const isDark =
    colorScheme === 'dark' || (colorScheme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  const label = isDark ? 'Light colours' : 'Dark colours';
  return (
    <ActionIcon
      variant="default"
      size="lg"
      aria-label={label}
      title={label}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      {isDark ? <IconSun size={18} /> : <IconMoon size={18} />}
    </ActionIcon>
  );
}

/** The button is replaced by the same one with its menu when the menu is first asked for. */
function Viewer() {
  const [isAsked, setAsked] = useState(false);
  const button = <ViewerButton onClick={() => setAsked(true)} />;
  return isAsked ? (
    <Suspense fallback={button}>
      <ViewerMenu />
    </Suspense>
  ) : (
    button
  );
}
