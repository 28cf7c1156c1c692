import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  ModalHeader,
  Notification,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';

/** The blue of the icon. White text on its seventh shade, and the fifth on a dark page, have a contrast above 4.5. */
const rail: MantineColorsTuple = [
  '#eef3ff',
  '#dbe5fd',
  '#b8cbfb',
  '#94b1fa',
  '#7c9ff8',
  '#4a75ec',
  '#1f4fd8',
  '#1a43ba',
  '#15389c',
  '#102c7d',
];

export const theme = createTheme({
  colors: { rail },
  primaryColor: 'rail',
  primaryShade: 6,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Notification: Notification.extend({ defaultProps: { closeButtonProps: { 'aria-label': 'Dismiss' } } }),
    // A header element would be a second banner of the page.
    ModalHeader: ModalHeader.extend({ defaultProps: { role: 'presentation' } }),
  },
});

/** Legible quiet colors: the library's defaults have a contrast below 4.5. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#52596a',
    '--mantine-color-placeholder': '#5f6778',
    '--mantine-color-error': '#c02525',
    '--mantine-color-anchor': '#1a43ba',
    '--mantine-color-red-outline': '#b42020',
  },
  dark: {
    '--mantine-color-dimmed': '#b3b9c5',
    '--mantine-color-placeholder': '#a2a9b6',
    '--mantine-color-error': '#ff9a9a',
    '--mantine-color-anchor': '#94b1fa',
    '--mantine-color-red-outline': '#ff9a9a',
  },
});

/** The switch between light and dark colors. */
export function useColorsSwitch() {
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  return {
    isDark,
    label: isDark ? 'Light colors' : 'Dark colors',
    change: () => setColorScheme(isDark ? 'light' : 'dark'),
  };
}
