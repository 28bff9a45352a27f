import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

/** Cool grays of the dark scheme: text, then lines, then surfaces. */
const dark: MantineColorsTuple = [
  '#e4e7eb',
  '#c8cdd4',
  '#adb4bc',
  '#979fa8',
  '#3a4149',
  '#282d34',
  '#191c21',
  '#131519',
  '#16191d',
  '#0e1013',
]

const field = {
  '--input-height': '32px',
  '--input-fz': '13px',
  // Placeholders keep their color in invalid fields. In red, they would look like the invalid value.
  '--input-placeholder-color': 'var(--mantine-color-placeholder)',
}
const oneLine = { ...field, '--input-size': '32px' }
const tall = { '--button-height': '32px', '--button-fz': '13px', '--button-padding-x': '12px' }
const compact = { '--button-height': '26px', '--button-fz': '12px', '--button-padding-x': '8px' }

/** Dialogs open without a transition. Their header must not be a banner landmark. */
const dialog = {
  transitionProps: { duration: 0 },
  attributes: { header: { role: 'presentation' } },
  styles: { title: { fontSize: '16px', fontWeight: 600 } },
}

/** Option lists scroll without a scroll area, so that screen readers see a list without a surrounding region. */
const choices = {
  defaultProps: { withScrollArea: false, styles: { options: { maxHeight: '320px', overflowY: 'auto' } } },
}

export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 8, dark: 8 },
  autoContrast: true,
  black: '#16191d',
  colors: { dark },
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace:
    'ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", "Liberation Mono", monospace',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  headings: {
    fontWeight: '600',
    sizes: { h1: { fontSize: '20px' }, h2: { fontSize: '16px' }, h3: { fontSize: '14px' } },
  },
  defaultRadius: '6px',
  cursorType: 'pointer',
  components: {
    // Multi-line fields are as high as their content.
    Input: {
      vars: (_theme: unknown, props: { multiline?: boolean }) => ({ wrapper: props.multiline ? field : oneLine }),
    },
    Button: {
      vars: (_theme: unknown, props: { size?: string }) => ({
        root: String(props.size).startsWith('compact') ? compact : tall,
      }),
    },
    InputWrapper: {
      vars: () => ({
        label: { '--input-label-size': '13px' },
        description: { '--input-description-size': '12px' },
        error: { '--input-error-size': '12px' },
      }),
    },
    Modal: { defaultProps: { ...dialog, yOffset: '12vh' } },
    Drawer: { defaultProps: dialog },
    // Menus, lists and dialogs are in their own landmark, see index.html.
    Portal: { defaultProps: { target: '#layers' } },
    Select: choices,
    Autocomplete: choices,
    TagsInput: choices,
    Menu: { defaultProps: { shadow: 'md', transitionProps: { duration: 0 }, withInitialFocusPlaceholder: false } },
    Popover: { defaultProps: { shadow: 'md', transitionProps: { duration: 0 } } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true, multiline: true, maw: 320 } },
  },
})

/** Colors that meet WCAG AA on our surfaces in both schemes. Names that start with `fanion` are our own. */
export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#555d66',
    '--mantine-color-placeholder': '#646c75',
    '--mantine-color-default-border': '#d3d8de',
    '--mantine-color-error': '#c02626',
    '--mantine-color-red-light-color': '#c02626',
    '--mantine-color-anchor': '#364fc7',
    '--mantine-color-indigo-light-hover': '#e5ebff',
    '--fanion-rail': '#f8f9fb',
    '--fanion-surface': '#f6f7f9',
    '--fanion-raised': '#ffffff',
    '--fanion-line': '#e5e8ec',
    '--fanion-hover': '#f3f5f7',
    '--fanion-selected': '#edf1ff',
    '--fanion-on': '#3b5bdb',
    '--fanion-good': '#1b6e2b',
    '--fanion-good-mark': '#2b8a3e',
    '--fanion-good-weak': '#e9f6ec',
    '--fanion-warn': '#8a4500',
    '--fanion-warn-mark': '#d9780a',
    '--fanion-warn-weak': '#fff4e3',
    '--fanion-bad': '#c02626',
    '--fanion-bad-mark': '#d92d2d',
    '--fanion-bad-weak': '#fdeeee',
    '--fanion-shadow': '0 1px 2px rgb(16 24 40 / 5%)',
    '--fanion-variant': '#364fc7',
    '--fanion-attribute': '#5f3dc4',
    '--env-teal': '#0b7285',
    '--env-violet': '#6741d9',
    '--env-red': '#c92a2a',
    '--env-orange': '#b75301',
    '--env-blue': '#1864ab',
    '--env-pink': '#a61e4d',
    '--env-gray': '#495057',
  },
  dark: {
    '--mantine-color-dimmed': '#adb4bc',
    '--mantine-color-placeholder': '#979fa8',
    '--mantine-color-error': '#ff9090',
    '--mantine-color-red-light-color': '#ff9090',
    '--mantine-color-anchor': '#a5b6ff',
    '--mantine-color-indigo-filled': '#4461de',
    '--fanion-rail': '#0e1013',
    '--fanion-surface': '#16191d',
    '--fanion-raised': '#191c21',
    '--fanion-line': '#282d34',
    '--fanion-hover': '#1f2329',
    '--fanion-selected': '#1f2642',
    '--fanion-on': '#5471f0',
    '--fanion-good': '#83d894',
    '--fanion-good-mark': '#4fb866',
    '--fanion-good-weak': '#15281a',
    '--fanion-warn': '#ffc078',
    '--fanion-warn-mark': '#f0963a',
    '--fanion-warn-weak': '#2d2213',
    '--fanion-bad': '#ff9090',
    '--fanion-bad-mark': '#f25c5c',
    '--fanion-bad-weak': '#331a1c',
    '--fanion-shadow': 'none',
    '--fanion-variant': '#a5b6ff',
    '--fanion-attribute': '#d0bfff',
    '--env-teal': '#3bc9db',
    '--env-violet': '#b197fc',
    '--env-red': '#ff8787',
    '--env-orange': '#ffa94d',
    '--env-blue': '#74c0fc',
    '--env-pink': '#faa2c1',
    '--env-gray': '#adb5bd',
  },
})
