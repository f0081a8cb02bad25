import { Badge, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconLogout } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useSession, useSessionControl } from '../api/session.tsx';
import { ViewerButton } from './viewer-button.tsx';

/** The personas of local mode, and signing out; open at first. */
export default function ViewerMenu() {
  const { viewer } = useSession();
  const { settings, signIn, signOut } = useSessionControl();
  const [isOpen, menu] = useDisclosure();
  const button = useRef<HTMLButtonElement>(null);
  const { open } = menu;
  // The button that was pressed is gone: the focus returns to this one when the menu closes.
  useEffect(() => {
    button.current?.focus();
    open();
  }, [open]);
  return (
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
            onClick={() => signIn(token)}
          >
            {user}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={signOut}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
