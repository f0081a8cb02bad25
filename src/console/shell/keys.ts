import { useLocalStorage } from '@mantine/hooks';
import { useCallback, useEffect, useMemo, useRef } from 'react';

/** Keys of one character, by place, each with its meaning. A key is known by its first setting, and can be changed. */
export const singleKeys = {
  everywhere: { '?': 'this help' },
  inbox: {
    j: 'next entry',
    k: 'previous entry',
    1: 'the first button: promote, accept, verify or approve',
    2: 'edit, then promote; in a contradiction: B is right',
    3: 'reject or retire with a reason',
    4: 'in a contradiction: merge; where a source changed: supersede',
    d: 'reject as a duplicate of another',
    h: 'snooze',
    c: 'claim or release',
    x: 'select for a decision on several; with Shift, everything from the last to this one',
    a: 'select everything listed, up to 100',
    l: 'narrow to entries like this one (same rule, same document), and back',
    u: 'undo the last decision',
    r: 'send again the decisions that did not arrive',
    o: 'open the page of the fact',
    '/': 'search the candidates',
  },
} as const;

interface KeySettings {
  readonly areOff: boolean;
  /** Keys that were changed, by their first setting. */
  readonly changed: Readonly<Record<string, string>>;
}

const asTheyCome: KeySettings = { areOff: false, changed: {} };

/** Settings of the keys in this browser: single keys can be turned off, or changed. */
export const useKeySettings = () => {
  const [settings, set] = useLocalStorage({
    key: 'vouch.keys',
    defaultValue: asTheyCome,
    getInitialValueInEffect: false,
  });
  return useMemo(() => {
    const keyOf = (key: string): string => settings.changed[key] ?? key;
    return {
      areOff: settings.areOff,
      isChanged: Object.keys(settings.changed).length > 0,
      keyOf,
      turnOff: (areOff: boolean) => set({ ...settings, areOff }),
      change: (key: string, to: string) => set({ ...settings, changed: { ...settings.changed, [key]: to } }),
      reset: () => set({ ...settings, changed: {} }),
    };
  }, [settings, set]);
};

const textFields = 'input, textarea, select, [contenteditable], [role=dialog], [role=menu]';

export type SingleKeyActions = Readonly<Record<string, ((event: KeyboardEvent) => unknown) | undefined>>;

/**
 * Binds single keys. None acts in a text field, a dialog or a menu, together with Ctrl, Alt or ⌘, or again while it
 * stays down; `ArrowDown` and other named keys may repeat, and act when single keys are turned off.
 */
export const useSingleKeys = (actions: SingleKeyActions): void => {
  const { areOff, keyOf } = useKeySettings();
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  const actionOf = useCallback(
    (pressed: string) =>
      Object.entries(latest.current).find(([key]) =>
        key.length > 1 ? key === pressed : !areOff && keyOf(key) === pressed.toLowerCase(),
      )?.[1],
    [areOff, keyOf],
  );
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, repeat, ctrlKey, altKey, metaKey, isComposing, defaultPrevented, target } = event;
      if (defaultPrevented || ctrlKey || altKey || metaKey || isComposing || (repeat && key.length === 1))
        return;
      if (target instanceof Element && target.closest(textFields) !== null) return;
      const action = actionOf(key);
      if (action === undefined) return;
      event.preventDefault();
      action(event);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [actionOf]);
};
