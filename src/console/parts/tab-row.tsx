import { Tabs } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';

/** Tabs in one row, which scrolls where it is too narrow, as far as the open tab. */
export function TabRow({ open, children }: { readonly open: string; readonly children: ReactNode }) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const list = row.current;
    const tab = list?.querySelector<HTMLElement>(`[role=tab][id$="-${open}"]`);
    if (!list || !tab) return;
    const end = tab.offsetLeft + tab.offsetWidth - list.clientWidth;
    if (list.scrollLeft < end || list.scrollLeft > tab.offsetLeft) list.scrollLeft = Math.max(0, end);
  }, [open]);
  return (
    <Tabs.List mb="md" ref={row} className="tab-row">
      {children}
    </Tabs.List>
  );
}
