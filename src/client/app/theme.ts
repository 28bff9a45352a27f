import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

/** Cool greys for the dark scheme: text, then lines, then surfaces. */
const dark: MantineColorsTuple = [
  '#d8dce2',
  '#b9c0c8',
  '#a6adb4',
  '#8c939a',
  '#3b424b',
  '#31373f',
  '#262b32',
  '#1a1d22',
  '#15181c',
  '#101215',
]

const field = { '--input-height': '32px', '--input-fz': '13px' }
const oneLine = { ...field, '--input-size': '32px' }
const tall = { '--button-height': '32px', '--button-fz': '13px', '--button-padding-x': '12px' }
const compact = { '--button-height': '26px', '--button-fz': '12px', '--button-padding-x': '8px' }

/** Dialogs open at once; their head is no banner of the page. */
const dialog = {
  transitionProps: { duration: 0 },
  attributes: { header: { role: 'presentation' } },
  styles: { title: { fontSize: '16px', fontWeight: 600 } },
}

/** Lists of choices scroll by themselves, so that a screen reader sees one list and no region around it. */
const choices = {
  defaultProps: { withScrollArea: false, styles: { options: { maxHeight: '320px', overflowY: 'auto' } } },
}

export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 8, dark: 8 },
  autoContrast: true,
  black: '#1b1f24',
  colors: { dark },
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  headings: {
    fontWeight: '600',
    sizes: { h1: { fontSize: '20px' }, h2: { fontSize: '16px' }, h3: { fontSize: '14px' } },
  },
  defaultRadius: '4px',
  cursorType: 'pointer',
  components: {
    // a field of several lines is as high as they are
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
    // menus, lists and dialogs stand in a landmark of their own, see index.html
    Portal: { defaultProps: { target: '#layers' } },
    Select: choices,
    Autocomplete: choices,
    TagsInput: choices,
    Menu: { defaultProps: { shadow: 'md', transitionProps: { duration: 0 }, withInitialFocusPlaceholder: false } },
    Popover: { defaultProps: { shadow: 'md', transitionProps: { duration: 0 } } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true, multiline: true, maw: 320 } },
  },
})

/** Colours that meet WCAG AA on our surfaces in both schemes; the names that start with `fanion` are our own. */
export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#5c636a',
    '--mantine-color-placeholder': '#6a7178',
    '--mantine-color-error': '#c92a2a',
    '--mantine-color-red-light-color': '#c92a2a',
    '--mantine-color-anchor': '#3b5bdb',
    '--mantine-color-indigo-light-hover': '#e5ebff',
    '--fanion-surface': '#f6f7f9',
    '--fanion-raised': '#ffffff',
    '--fanion-line': '#e3e6ea',
    '--fanion-hover': '#f1f3f5',
    '--fanion-selected': '#edf2ff',
    '--fanion-on': '#3b5bdb',
    '--fanion-good': '#1b6e2b',
    '--fanion-warn': '#8a4500',
    '--fanion-bad': '#c92a2a',
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
    '--mantine-color-dimmed': '#a6adb4',
    '--mantine-color-placeholder': '#8c939a',
    '--mantine-color-error': '#ff8787',
    '--mantine-color-red-light-color': '#ff8787',
    '--mantine-color-anchor': '#91a7ff',
    '--fanion-surface': '#15181c',
    '--fanion-raised': '#1f2328',
    '--fanion-line': '#31373f',
    '--fanion-hover': '#23272d',
    '--fanion-selected': '#232b47',
    '--fanion-on': '#4c6ef5',
    '--fanion-good': '#8ce99a',
    '--fanion-warn': '#ffc078',
    '--fanion-bad': '#ff8787',
    '--fanion-variant': '#bac8ff',
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
