import { type Env, isAsciiTerminal } from '../../base/env.ts'
import type { ThemeName } from '../../base/theme-name.ts'
import { PICTURES, type Signs, signsFor } from '../../domain/text/signs.ts'
import { MARK } from '../linear/linear-marks.ts'

/** Wraps a finished text in one style, and takes only that style off again, so that styles nest. */
export type Paint = (text: string) => string

/**
 * The roles a text can have. Colour never carries meaning alone: good and bad come with a sign, the selected row with
 * a bar, the active tab with brackets or bold.
 */
export type Theme = {
  /** The figure that answers the question of a pane. */
  strong: Paint
  /** Labels, units, rules, hints. */
  muted: Paint
  /** The selection bar, the active tab, links. The only colour without a meaning. */
  accent: Paint
  /** Old figures while newer ones are on their way; works on lines that have other styles inside. */
  dim: Paint
  good: Paint
  bad: Paint
  /** What needs attention but is no failure. */
  warn: Paint
  /** The whole selected row. */
  selected: Paint
  /** A block that must be seen at once: DEMO, the cell of a text field's cursor. */
  inverse: Paint
  /** `▲ ▼ ▌ …` or their ASCII forms. */
  signs: ThemeSigns
  isAscii: boolean
  /** Rows are heard or felt one after the other: words in place of places, and marks of what a row is. */
  isLinear: boolean
}

/** The signs, and the frames of what spins. */
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

// Nothing is drawn, and the signs of the table are said as words.
const linear: ThemeSigns = {
  ...themeSigns(false),
  bar: MARK.selected,
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
// What ends bold inside ends dim as well, so it is begun again.
const faint: Paint = (text) => (text === '' ? '' : `\x1b[2m${text.replaceAll('\x1b[22m', '\x1b[22;2m')}\x1b[22m`)

export type ThemeOptions = {
  /** How many colours the terminal has; `none` keeps bold and reverse video only, `true` has all of them. */
  colors: 'none' | '16' | '256' | 'true'
  /** What the terminal draws on. */
  background: 'dark' | 'light'
  /** Colours that are read at 7:1 in place of 4.5:1. @default false */
  isHighContrast?: boolean
  isAscii: boolean
  /** Whether rows are said, not drawn: no colours, and words for signs. @default false */
  isLinear?: boolean
}

export const createTheme = (options: ThemeOptions): Theme => {
  const { colors, background, isHighContrast = false, isAscii, isLinear = false } = options
  if (isLinear) return linearTheme
  const signs = themeSigns(isAscii)
  const common = { strong: sgr('1', '22'), inverse: sgr('7', '27'), signs, isAscii, isLinear }
  if (colors === 'none') {
    const underlined = sgr('4', '24')
    return { ...common, ...plainInks, accent: underlined, dim: faint, selected: common.inverse }
  }
  const palette = palettes[colors][isHighContrast ? 'contrast' : 'usual'][background]
  const ink = (code: string) => sgr(code, '39')
  const muted = ink(palette.muted)
  return {
    ...common,
    muted,
    accent: ink(palette.accent),
    // A terminal's own faint text can be too faint to read, and by how much is its own affair.
    dim: (text) => muted(text.replaceAll(/\x1b\[(?:38;5;\d+|38;2;\d+;\d+;\d+|39|3[0-7]|9[0-7])m/g, '')),
    good: ink(palette.good),
    bad: ink(palette.bad),
    warn: ink(palette.warn),
    selected: palette.selected === undefined ? common.inverse : sgr(palette.selected, '49'),
  }
}

const plainInks = { muted: plain, good: plain, bad: plain, warn: plain }

const linearTheme: Theme = {
  ...plainInks,
  strong: plain,
  accent: plain,
  dim: plain,
  selected: plain,
  inverse: plain,
  signs: linear,
  isAscii: false,
  isLinear: true,
}

/** What stands between `\x1b[` and `m` for each role; a selected row without a ground of its own is in reverse video. */
type Palette = Record<'muted' | 'accent' | 'good' | 'bad' | 'warn', string> & { selected?: string }
type Grounds = Record<'dark' | 'light', Palette>

/** One of the 256 colours by its number, or a colour written as `5fd7ff`. */
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

// Each is read at 4.5:1, or 7:1, on the grounds of usual terminals and on the selected row: test/ui/layout/contrast.test.ts.
const palettes: Record<Exclude<ThemeOptions['colors'], 'none'>, Record<'usual' | 'contrast', Grounds>> = {
  // Between the 256 lie softer ones, and grounds of the selected row that are tinted by the accent. What is in every row is
  // taken from the 256 all the same: their codes are half as long, and a row has several.
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
  // Of the sixteen few can be read on every palette: where two roles share one, their signs tell them apart.
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

/** Options of a theme whose ground nobody has told may still change it once the terminal has. */
export type ChosenTheme = ThemeOptions & { isBackgroundKnown: boolean }

/**
 * What was asked for and what the environment says about the terminal: NO_COLOR, FORCE_COLOR (`0` none, `1` 16, `2` 256, `3` all;
 * whatever else leaves it to the next), COLORTERM, TERM, COLORFGBG.
 */
export const themeOptionsFrom = (env: Env, { noColor, ascii, theme = 'auto' }: ThemeFlags = {}): ChosenTheme => {
  const term = env.TERM ?? ''
  const colors = noColor || env.NO_COLOR || theme === 'mono' ? 'none' : colorsFrom(env)
  const told = theme === 'dark' || theme === 'light' ? theme : backgroundFrom(env)
  return {
    colors,
    background: told ?? 'dark',
    isHighContrast: theme === 'contrast',
    isAscii: ascii ?? isAsciiTerminal(env),
    // The Linux console is dark, and may write questions that it does not know onto the screen.
    isBackgroundKnown: told !== undefined || colors === 'none' || term === 'linux',
  }
}

const colorsFrom = ({ FORCE_COLOR = '', COLORTERM = '', TERM = '' }: Env): ThemeOptions['colors'] => {
  const forced = forcedColors[FORCE_COLOR]
  if (forced) return forced
  // A multiplexer hands COLORTERM on and shows what its own TERM says; screen turns what it does not know into other colours.
  if (/^screen(?!.*256)/.test(TERM)) return '16'
  if (/truecolor|24bit/.test(COLORTERM) && !/^screen/.test(TERM)) return 'true'
  if (/direct|kitty|ghostty|alacritty|wezterm/.test(TERM)) return 'true'
  return TERM.includes('256') || COLORTERM.includes('256') ? '256' : '16'
}

const forcedColors: Readonly<Record<string, ThemeOptions['colors']>> = { 0: 'none', 1: '16', 2: '256', 3: 'true' }

/** `15;0` or `15;default;0`: the last number is the background, of which 7 and 9 to 15 are light; undefined: nobody says. */
const backgroundFrom = ({ COLORFGBG }: Env): 'dark' | 'light' | undefined => {
  const [, number] = /;(\d+)$/.exec(COLORFGBG ?? '') ?? []
  if (number === undefined || Number(number) > 15) return undefined
  return number === '7' || Number(number) > 8 ? 'light' : 'dark'
}
