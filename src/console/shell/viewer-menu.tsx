import { Badge, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconLogout } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useSession, useSessionControl } from '../api/session.tsx';
import { sendDelayed } from '../inbox/delayed.ts';
import { nameOfViewer } from '../inbox/taken.ts';
import { countUnsent } from '../inbox/unsent.ts';
import { ViewerButton } from './viewer-button.tsx';

const UnsentDialog = lazy(() => import('../inbox/unsent-dialog.tsx'));

/** The personas of local mode, and signing out; open at first. */
export default function ViewerMenu() {
  const { viewer } = useSession();
  const { settings, signIn, signOut } = useSessionControl();
  const [isOpen, menu] = useDisclosure();
  const button = useRef<HTMLButtonElement>(null);
  const { open } = menu;
  const [leaving, setLeaving] = useState<{ readonly leave: () => Promise<void> } | null>(null);
  /** Another session forgets what this person's pages did not send: the person is asked first. */
  const leaveBy = async (leave: () => Promise<void>) => {
    await sendDelayed();
    if (countUnsent(nameOfViewer(viewer)) === 0) await leave();
    else setLeaving({ leave });
  };
  // The button that was pressed is gone: the focus returns to this one when the menu closes.
  useEffect(() => {
    button.current?.focus();
    open();
  }, [open]);
  return (
    <>
      <Menu position="bottom-end" width={260} withArrow opened={isOpen} onChange={menu.toggle}>
        <Menu.Target>
          <ViewerButton ref={button} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            Tenant {viewer.tenant}
            {viewer.groups.length > 0 && `; groups ${viewer.groups.join(', ')}`}
          </Menu.Label>
          {settings.personas.length > 0 && <Menu.Divider />}
          {settings.personas.map(({ user, role, token }) => (
            <Menu.Item
              key={user}
              disabled={user === viewer.user}
              rightSection={<Badge size="sm">{role}</Badge>}
              onClick={() => leaveBy(() => signIn(token))}
            >
              {user}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => leaveBy(signOut)}>
            Sign out
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {leaving !== null && (
        <Suspense>
          <UnsentDialog onLeave={leaving.leave} onStay={() => setLeaving(null)} />
        </Suspense>
      )}
    </>
  );
}
