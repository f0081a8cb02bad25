import { ActionIcon, Button, Menu } from '@mantine/core';
import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconBookmark, IconBookmarkPlus, IconLink, IconTrash } from '@tabler/icons-react';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';

const NameDialog = lazy(() => import('./name-dialog.tsx'));

interface View {
  readonly name: string;
  /** Path and search parameters. */
  readonly address: string;
}

/** The addresses that were kept in this browser under a name, for the page that is open. */
export function SavedViews({
  isSmall = false,
  isOpen = false,
}: {
  readonly isSmall?: boolean;
  /** True: the menu is open at first. */
  readonly isOpen?: boolean;
}) {
  const router = useRouter();
  const { pathname, search } = useRouterState({ select: ({ location }) => location });
  const [views, setViews] = useLocalStorage<readonly View[]>({
    key: `vouch.views${pathname}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  const [isNaming, naming] = useDisclosure();
  const address = () => {
    // The open entry is no part of a view.
    const { item: _, ...kept } = search as Readonly<Record<string, unknown>>;
    return `${pathname}${router.options.stringifySearch?.(kept) ?? ''}`;
  };
  const copy = async () => {
    await navigator.clipboard.writeText(`${location.origin}${address()}`);
    notifications.show({
      color: 'teal',
      message: 'Link copied. Others who open it see what their roles allow.',
    });
  };
  return (
    <>
      <Menu position="bottom-end" defaultOpened={isOpen}>
        <Menu.Target>
          {isSmall ? (
            <ActionIcon variant="default" size={24} aria-label="Views">
              <IconBookmark size={14} aria-hidden />
            </ActionIcon>
          ) : (
            <Button variant="default" leftSection={<IconBookmark size={16} aria-hidden />}>
              Views
            </Button>
          )}
        </Menu.Target>
        <Menu.Dropdown>
          {views.map((view) => (
            <Menu.Item key={view.name} onClick={() => router.history.push(view.address)}>
              {view.name}
            </Menu.Item>
          ))}
          {views.length > 0 && <Menu.Divider />}
          <Menu.Item leftSection={<IconBookmarkPlus size={16} aria-hidden />} onClick={naming.open}>
            Save this view
          </Menu.Item>
          <Menu.Item leftSection={<IconLink size={16} aria-hidden />} onClick={copy}>
            Copy its link
          </Menu.Item>
          {views
            .filter((view) => view.address === address())
            .map(({ name }) => (
              <Menu.Item
                key={name}
                leftSection={<IconTrash size={16} aria-hidden />}
                onClick={() => setViews(views.filter((view) => view.name !== name))}
              >
                Forget “{name}”
              </Menu.Item>
            ))}
        </Menu.Dropdown>
      </Menu>
      {isNaming && (
        <Suspense>
          <NameDialog
            onClose={naming.close}
            onName={(name) => {
              naming.close();
              setViews([...views.filter((view) => view.name !== name), { name, address: address() }]);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
