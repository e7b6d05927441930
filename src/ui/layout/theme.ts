import { type Env, isAsciiTerminal } from '../../base/env.ts'
import type { ThemeName } from '../../base/theme-name.ts'
import { PICTURES, type Signs, signsFor } from '../../domain/text/signs.ts'
import { MARK } from '../linear/linear-marks.ts'

/** Applies a style to a text, which may contain other styles. Ends only its own style, so that styles nest. */
export type Paint = (text: string) => string

/**
 * The styles of text. Colour never carries meaning alone: good and bad come with a sign, the selected row with a bar,
 * the active tab with brackets or bold.
 */
export type Theme = {
  /** The main figure of a pane. */
  strong: Paint
  /** Labels, units, rules, hints. */
  muted: Paint
  /** The selection bar, the active tab, links. The only colour without a meaning. */
  accent: Paint
  /** Stale figures while newer ones are loading. Works on lines with other styles inside. */
  dim: Paint
  good: Paint
  bad: Paint
  /** Items that need attention but are not errors. */
  warn: Paint
  /** The whole selected row. */
  selected: Paint
  /** A block that must be noticed: DEMO, the cell of a text field's cursor. */
  inverse: Paint
  /** `▲ ▼ ▌ …` or their ASCII forms. */
  signs: ThemeSigns
  isAscii: boolean
  /**
   * Whether rows are read one after the other, aloud or in Braille: words replace positions, and marks give the kind of
   * a row.
   */
  isLinear: boolean
}

/** The signs, and the frames of the spinner. */
type ThemeSigns = Signs & {
  /** Lines between panes. */
  rule: string
  vertical: string
  spinner: readonly string[]
}

const themeSigns = (isAscii: boolean): ThemeSigns => ({
  ...signsFor(isAscii),
  rule: isAscii ? PICTURES['─'] : '─',
  vertical: isAscii ? PICTURES['│'] : '│',
  spinner: isAscii ? ['|', '/', '-', '\\'] : ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'],
})

// Nothing is drawn, and the signs of tables are words.
const linear: ThemeSigns = {
  ...themeSigns(false),
  bar: MARK.selected,
  marked: ' marked ',
  news: ' new ',
  open: 'unfolded',
  closed: 'folded',
  sortDown: ' falling',
  sortUp: ' rising',
  rule: '',
  vertical: '',
  spinner: [' '],
}

const sgr =
  (on: string, off: string): Paint =>
  (text) =>
    text === '' ? '' : `\x1b[${on}m${text}\x1b[${off}m`
const plain: Paint = (text) => text
// The sequence that ends bold inside the text also ends dim, so dim is started again.
const faint: Paint = (text) => (text === '' ? '' : `\x1b[2m${text.replaceAll('\x1b[22m', '\x1b[22;2m')}\x1b[22m`)

export type ThemeOptions = {
  /** The number of colours of the terminal. `none` has only bold and reverse video, `true` has all colours. */
  colors: 'none' | '16' | '256' | 'true'
  /** The background of the terminal. */
  background: 'dark' | 'light'
  /** Whether colours have a contrast of 7:1 instead of 4.5:1. @default false */
  isHighContrast?: boolean
  isAscii: boolean
  /** Whether rows are spoken instead of drawn: no colours, and words for signs. @default false */
  isLinear?: boolean
}

export const createTheme = (options: ThemeOptions): Theme => {
  const { colors, background, isHighContrast = false, isAscii, isLinear = false } = options
  if (isLinear) return linearTheme
  const signs = themeSigns(isAscii)
  const common = { strong: sgr('1', '22'), inverse: sgr('7', '27'), signs, isAscii, isLinear }
  if (colors === 'none') {
    const underlined = sgr('4', '24')
    return { ...common, ...uncolored, accent: underlined, dim: faint, selected: common.inverse }
  }
  const palette = palettes[colors][isHighContrast ? 'contrast' : 'usual'][background]
  const ink = (code: string) => sgr(code, '39')
  const muted = ink(palette.muted)
  return {
    ...common,
    muted,
    accent: ink(palette.accent),
    // The terminal's own faint text varies and can be too faint to read.
    dim: (text) => muted(text.replaceAll(/\x1b\[(?:38;5;\d+|38;2;\d+;\d+;\d+|39|3[0-7]|9[0-7])m/g, '')),
    good: ink(palette.good),
    bad: ink(palette.bad),
    warn: ink(palette.warn),
    selected: palette.selected === undefined ? common.inverse : sgr(palette.selected, '49'),
  }
}

const uncolored = { muted: plain, good: plain, bad: plain, warn: plain }

const linearTheme: Theme = {
  ...uncolored,
  strong: plain,
  accent: plain,
  dim: plain,
  selected: plain,
  inverse: plain,
  signs: linear,
  isAscii: false,
  isLinear: true,
}

/** The SGR parameters of each style. Without `selected`, the selected row is in reverse video. */
type Palette = Record<'muted' | 'accent' | 'good' | 'bad' | 'warn', string> & { selected?: string }
type Backgrounds = Record<'dark' | 'light', Palette>

/** One of the 256 colours by its number, or a colour in the form `5fd7ff`. */
type Color = number | string

const codeOf = (layer: 38 | 48, color: Color): string => {
  if (typeof color === 'number') return `${layer};5;${color}`
  return [layer, 2, ...[0, 2, 4].map((at) => Number.parseInt(color.slice(at, at + 2), 16))].join(';')
}

const paletteOf = (muted: Color, accent: Color, good: Color, bad: Color, warn: Color, selected: Color): Palette => ({
  muted: codeOf(38, muted),
  accent: codeOf(38, accent),
  good: codeOf(38, good),
  bad: codeOf(38, bad),
  warn: codeOf(38, warn),
  selected: codeOf(48, selected),
})

// Each colour has a contrast of 4.5:1, or 7:1, on the usual terminal backgrounds and on the selected row:
// test/ui/layout/contrast.test.ts.
const palettes: Record<Exclude<ThemeOptions['colors'], 'none'>, Record<'usual' | 'contrast', Backgrounds>> = {
  // Colours between the 256 are softer, and the background of the selected row is tinted by the accent. Styles that
  // occur in every row use the 256 colours, because their codes are half as long.
  true: {
    usual: {
      dark: paletteOf(248, 81, '8fd48a', 'ff9a94', 'f0cf6a', '243240'),
      light: paletteOf(240, 24, '1f6122', 'a81f1b', '6e4a00', 'dfeaf3'),
    },
    contrast: {
      dark: paletteOf('d4d8de', '8fe0ff', 'a6f0a0', 'ffc4c0', 'ffe38a', '00234d'),
      light: paletteOf('3a3f47', '003a75', '0d4a12', '7d0f0c', '4d3300', 'd3e8fb'),
    },
  },
  256: {
    usual: { dark: paletteOf(247, 80, 114, 210, 221, 236), light: paletteOf(241, 23, 22, 124, 58, 254) },
    contrast: { dark: paletteOf(252, 87, 120, 217, 228, 17), light: paletteOf(238, 18, 22, 88, 53, 195) },
  },
  // Few of the sixteen colours are legible on every palette. If two styles share one, their signs differ.
  16: {
    usual: {
      dark: { muted: '37', accent: '96', good: '92', bad: '91', warn: '93' },
      light: { muted: '30', accent: '34', good: '30', bad: '31', warn: '35' },
    },
    contrast: {
      dark: { muted: '37', accent: '96', good: '92', bad: '93', warn: '93' },
      light: { muted: '30', accent: '34', good: '30', bad: '30', warn: '30' },
    },
  },
}

export type ThemeFlags = {
  noColor?: boolean
  ascii?: boolean
  /** @default 'auto' */
  theme?: ThemeName | undefined
}

/** If the background is not known, the terminal's reply may still change it. */
export type ChosenTheme = ThemeOptions & { isBackgroundKnown: boolean }

/**
 * Combines the options with the environment's description of the terminal: NO_COLOR, FORCE_COLOR (`0` none, `1` 16, `2`
 * 256, `3` all; other values are ignored), COLORTERM, TERM, COLORFGBG.
 */
export const themeOptionsFrom = (env: Env, { noColor, ascii, theme = 'auto' }: ThemeFlags = {}): ChosenTheme => {
  const term = env.TERM ?? ''
  const colors = noColor || env.NO_COLOR || theme === 'mono' ? 'none' : colorsFrom(env)
  const known = theme === 'dark' || theme === 'light' ? theme : backgroundFrom(env)
  return {
    colors,
    background: known ?? 'dark',
    isHighContrast: theme === 'contrast',
    isAscii: ascii ?? isAsciiTerminal(env),
    // The Linux console is dark, and may print unknown queries on the screen.
    isBackgroundKnown: known !== undefined || colors === 'none' || term === 'linux',
  }
}

const colorsFrom = ({ FORCE_COLOR = '', COLORTERM = '', TERM = '' }: Env): ThemeOptions['colors'] => {
  const forced = forcedColors[FORCE_COLOR]
  if (forced) return forced
  // A multiplexer passes COLORTERM on but supports only what its own TERM describes; screen replaces unknown colours.
  if (/^screen(?!.*256)/.test(TERM)) return '16'
  if (/truecolor|24bit/.test(COLORTERM) && !/^screen/.test(TERM)) return 'true'
  if (/direct|kitty|ghostty|alacritty|wezterm/.test(TERM)) return 'true'
  return TERM.includes('256') || COLORTERM.includes('256') ? '256' : '16'
}

const forcedColors: Readonly<Record<string, ThemeOptions['colors']>> = { 0: 'none', 1: '16', 2: '256', 3: 'true' }

/**
 * Parses `15;0` or `15;default;0`. The last number is the background; 7 and 9 to 15 are light. Undefined if unknown.
 */
const backgroundFrom = ({ COLORFGBG }: Env): 'dark' | 'light' | undefined => {
  const [, number] = /;(\d+)$/.exec(COLORFGBG ?? '') ?? []
  if (number === undefined || Number(number) > 15) return undefined
  return number === '7' || Number(number) > 8 ? 'light' : 'dark'
}
