import { isAsciiTerminal } from '../../base/ascii-terminal.ts'
import type { Env } from '../../base/env.ts'

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
  signs: Signs
  isAscii: boolean
}

export type Signs = {
  bar: string
  up: string
  down: string
  rule: string
  vertical: string
  dot: string
  ring: string
  open: string
  closed: string
  ellipsis: string
  good: string
  bad: string
  arrow: string
  sortDown: string
  sortUp: string
  separator: string
  spinner: readonly string[]
}

const unicode: Signs = {
  bar: '▌',
  up: '▲',
  down: '▼',
  rule: '─',
  vertical: '│',
  dot: '●',
  ring: '○',
  open: '▾',
  closed: '▸',
  ellipsis: '…',
  good: '✓',
  bad: '✗',
  arrow: '→',
  sortDown: '▾',
  sortUp: '▴',
  separator: '·',
  spinner: ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'],
}

const ascii: Signs = {
  bar: '>',
  up: '^',
  down: 'v',
  rule: '-',
  vertical: '|',
  dot: '*',
  ring: 'o',
  open: 'v',
  closed: '>',
  ellipsis: '~',
  good: 'ok',
  bad: 'x',
  arrow: '->',
  sortDown: 'v',
  sortUp: '^',
  separator: '-',
  spinner: ['|', '/', '-', '\\'],
}

const sgr =
  (on: string, off: string): Paint =>
  (text) =>
    text === '' ? '' : `\x1b[${on}m${text}\x1b[${off}m`
const plain: Paint = (text) => text
// What ends bold inside ends dim as well, so it is begun again.
const dim: Paint = (text) => (text === '' ? '' : `\x1b[2m${text.replaceAll('\x1b[22m', '\x1b[22;2m')}\x1b[22m`)

export type ThemeOptions = {
  /** How many colours the terminal has; `none` keeps bold and reverse video only. */
  colors: 'none' | '16' | '256'
  /** What the terminal draws on; unknown is taken for dark, in colours that can be read on both. */
  background: 'dark' | 'light'
  isAscii: boolean
}

export const createTheme = ({ colors, background, isAscii }: ThemeOptions): Theme => {
  const signs = isAscii ? ascii : unicode
  const common = { strong: sgr('1', '22'), dim, inverse: sgr('7', '27'), signs, isAscii }
  if (colors === 'none') {
    const underlined = sgr('4', '24')
    return {
      ...common,
      muted: plain,
      accent: underlined,
      good: plain,
      bad: plain,
      warn: plain,
      selected: common.inverse,
    }
  }
  const dark = background === 'dark'
  if (colors === '16') {
    return {
      ...common,
      muted: sgr('90', '39'),
      accent: sgr('36', '39'),
      good: sgr('32', '39'),
      bad: sgr('31', '39'),
      warn: sgr('33', '39'),
      selected: common.inverse,
    }
  }
  const ink = (darkColor: number, lightColor: number) => sgr(`38;5;${dark ? darkColor : lightColor}`, '39')
  return {
    ...common,
    muted: ink(245, 243),
    accent: ink(80, 30),
    good: ink(114, 28),
    bad: ink(210, 124),
    warn: ink(221, 130),
    selected: sgr(`48;5;${dark ? 237 : 254}`, '49'),
  }
}

/** What the environment says about the terminal: NO_COLOR, TERM, COLORTERM, COLORFGBG. */
export const themeOptionsFrom = (env: Env, flags: { noColor?: boolean; ascii?: boolean } = {}): ThemeOptions => {
  const term = env.TERM ?? ''
  const many = /256|truecolor|24bit|kitty|ghostty|alacritty|wezterm|direct/.test(`${term} ${env.COLORTERM ?? ''}`)
  const colors = flags.noColor || env.NO_COLOR ? 'none' : many ? '256' : '16'
  // `15;0` or `15;default;0`: the last number is the background, 7 and 9 to 15 are light.
  const ground = Number(env.COLORFGBG?.split(';').at(-1) ?? Number.NaN)
  const background = ground === 7 || (ground > 8 && ground <= 15) ? 'light' : 'dark'
  return { colors, background, isAscii: flags.ascii ?? isAsciiTerminal(env) }
}
