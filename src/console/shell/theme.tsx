import { type CSSVariablesResolver, createTheme, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';

const theme = createTheme({
  respectReducedMotion: true,
  primaryColor: 'indigo',
  primaryShade: { light: 7, dark: 8 },
  defaultRadius: 'md',
  cursorType: 'pointer',
  // Enough contrast for small text on its own tint, in both schemes.
  autoContrast: true,
  fontFamily:
    'Inter, ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "DejaVu Sans", sans-serif',
  components: {
    Badge: { defaultProps: { variant: 'light', radius: 'sm', tt: 'none', fw: 600 } },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 300 } },
  },
});

const darker = (colour: string) => `color-mix(in srgb, ${colour}, black 30%)`;

/** Dimmed and red text, links and tinted badges keep a contrast of 4.5 to 1, which the library's own colours do not. */
const cssVariables: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': colors.gray[7],
    '--mantine-color-anchor': colors.indigo[8],
    '--mantine-color-red-text': colors.red[9],
    ...Object.fromEntries(
      Object.entries(colors).flatMap(([name, shades]) => [
        [`--mantine-color-${name}-light-color`, darker(shades[9])],
        [`--mantine-color-${name}-outline`, darker(shades[9])],
      ]),
    ),
  },
  dark: {
    '--mantine-color-dimmed': colors.dark[1],
    '--mantine-color-anchor': colors.indigo[3],
    '--mantine-color-gray-light': colors.dark[4],
    // A whole alert of the library's own would outshine its page.
    '--mantine-color-yellow-light': `color-mix(in srgb, ${colors.yellow[9]} 22%, ${colors.dark[7]})`,
    '--mantine-color-gray-light-color': colors.dark[0],
  },
});

export function Theme({ nonce, children }: { readonly nonce: string; readonly children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <Notifications position="bottom-left" limit={3} autoClose={8_000} />
      {children}
    </MantineProvider>
  );
}
