import { Terminal } from '@xterm/headless'
import { expect, test } from 'vitest'
import type { ThemeName } from '../../../src/base/theme-name.ts'
import { withAsciiSigns } from '../../../src/domain/text/signs.ts'
import { styledWidth } from '../../../src/ui/layout/styled-width.ts'
import { createTheme, type Theme, themeOptionsFrom } from '../../../src/ui/layout/theme.ts'

const paints = ['strong', 'muted', 'accent', 'good', 'bad', 'warn', 'selected', 'inverse', 'dim'] as const
const themes = (['none', '16', '256', 'true'] as const).flatMap((colors) =>
  (['dark', 'light'] as const).flatMap((background) =>
    [false, true].map((isHighContrast) => ({ colors, background, isHighContrast })),
  ),
)

/** How each cell of a line looks to a terminal: its letter and its style in one word. */
const cellsOf = async (line: string): Promise<string[]> => {
  const terminal = new Terminal({ cols: 40, rows: 2, allowProposedApi: true })
  await new Promise<void>((resolve) => terminal.write(line, resolve))
  const row = terminal.buffer.active.getLine(0)
  const cells = Array.from({ length: 40 }, (_, x) => row?.getCell(x)).flatMap((cell) =>
    cell?.getChars()
      ? [
          `${cell.getChars()} fg${cell.isFgDefault() ? '-' : cell.getFgColor()} bg${cell.isBgDefault() ? '-' : cell.getBgColor()} ${['isBold', 'isDim', 'isInverse', 'isUnderline'].filter((is) => (cell[is as 'isBold']() as number) > 0).join()}`,
        ]
      : [],
  )
  terminal.dispose()
  return cells
}
const styleOf = (cell: string | undefined): string => (cell ?? '').slice(2)

test.each(themes)('with $colors colours on $background a style ends with its text', async (options) => {
  const theme = createTheme({ ...options, isAscii: false })
  for (const paint of paints) {
    const [before, , after] = await cellsOf(`a${theme[paint]('b')}c`)
    expect([paint, styleOf(after)]).toEqual([paint, styleOf(before)])
  }
})

// The two grounds, and what lies on them.
const inner = ['strong', 'muted', 'accent', 'good', 'bad', 'warn'] as const
test.each(themes)(
  'with $colors colours on $background the ground of a selected row goes on behind other styles',
  async (options) => {
    const theme = createTheme({ ...options, isAscii: false })
    for (const paint of inner) {
      const [first, , last] = await cellsOf(theme.selected(`a${theme[paint]('b')}c`))
      expect([paint, styleOf(last)]).toEqual([paint, styleOf(first)])
    }
  },
)

test('bold goes on behind a colour, and a colour behind bold', async () => {
  for (const options of themes) {
    const theme = createTheme({ ...options, isAscii: false })
    for (const nest of [
      (it: Theme) => it.strong(`a${it.accent('b')}c`),
      (it: Theme) => it.accent(`a${it.strong('b')}c`),
      (it: Theme) => it.dim(`a${it.strong('b')}c`),
      (it: Theme) => it.dim(`a${it.accent('b')}c`),
    ]) {
      const [first, , last] = await cellsOf(nest(theme))
      expect(styleOf(last)).toBe(styleOf(first))
    }
  }
})

test('an empty text gets no style', () => {
  for (const options of themes) {
    const theme = createTheme({ ...options, isAscii: false })
    for (const paint of paints) expect(theme[paint]('')).toBe('')
  }
})

test('without colours no colour is ever set, and selection and failure still show', () => {
  const theme = createTheme({ colors: 'none', background: 'dark', isAscii: false })
  for (const paint of paints) expect(theme[paint]('x')).toMatch(/^(\x1b\[[12479]m)?x(\x1b\[2[247]m)?$/)
  expect(theme.selected('x')).not.toBe('x')
})

test('in ASCII every sign is ASCII', () => {
  const { signs } = createTheme({ colors: '16', background: 'dark', isAscii: true })
  for (const sign of Object.values(signs).flat()) expect(sign).toMatch(/^[\x21-\x7e]+$/)
})

test('the environment says which colours, which ground and which signs there are', () => {
  expect(themeOptionsFrom({ TERM: 'xterm-256color' })).toEqual({
    colors: '256',
    background: 'dark',
    isHighContrast: false,
    isAscii: false,
    isBackgroundKnown: false,
  })
  expect(themeOptionsFrom({ TERM: 'xterm' }).colors).toBe('16')
  expect(themeOptionsFrom({ TERM: 'xterm', COLORTERM: 'truecolor' }).colors).toBe('true')
  expect(themeOptionsFrom({ TERM: 'xterm-256color', NO_COLOR: '1' }).colors).toBe('none')
  expect(themeOptionsFrom({ TERM: 'xterm-256color', NO_COLOR: '' }).colors).toBe('256')
  expect(themeOptionsFrom({ TERM: 'xterm-256color' }, { noColor: true }).colors).toBe('none')
  expect(
    ['15;0', '0;15', '15;default;7', '0;8', 'nonsense'].map((COLORFGBG) => themeOptionsFrom({ COLORFGBG }).background),
  ).toEqual(['dark', 'light', 'light', 'dark', 'dark'])
  expect(themeOptionsFrom({ TERM: 'linux' }).isAscii).toBe(true)
  expect(themeOptionsFrom({ LANG: 'C' }).isAscii).toBe(true)
  expect(themeOptionsFrom({ LANG: 'de_CH.UTF-8' }).isAscii).toBe(false)
  expect(themeOptionsFrom({ LC_ALL: 'C', LANG: 'de_CH.utf8' }).isAscii).toBe(true)
  expect(themeOptionsFrom({ LANG: 'de_CH.utf8' }, { ascii: true }).isAscii).toBe(true)
})

test('COLORTERM, TERM and FORCE_COLOR say how many colours there are, and the last of them wins', () => {
  const colorsOf = (env: Record<string, string>) => themeOptionsFrom(env).colors
  expect(colorsOf({})).toBe('16')
  expect(['xterm', 'linux', 'screen', 'vt220'].map((TERM) => colorsOf({ TERM }))).toEqual(['16', '16', '16', '16'])
  expect(['xterm-256color', 'screen-256color', 'tmux-256color'].map((TERM) => colorsOf({ TERM }))).toEqual(
    Array(3).fill('256'),
  )
  expect(['xterm-direct', 'xterm-kitty', 'alacritty'].map((TERM) => colorsOf({ TERM }))).toEqual(Array(3).fill('true'))
  expect(['truecolor', '24bit'].map((COLORTERM) => colorsOf({ TERM: 'tmux-256color', COLORTERM }))).toEqual([
    'true',
    'true',
  ])
  expect(colorsOf({ TERM: 'screen-256color', COLORTERM: 'truecolor' })).toBe('256')
  expect(colorsOf({ TERM: 'screen', COLORTERM: 'truecolor' })).toBe('16')
  const forced = (FORCE_COLOR: string) => colorsOf({ TERM: 'xterm-256color', FORCE_COLOR })
  expect(['0', '1', '2', '3', '', 'true'].map(forced)).toEqual(['none', '16', '256', 'true', '256', '256'])
  expect(colorsOf({ FORCE_COLOR: '3', NO_COLOR: '1' })).toBe('none')
})

test('sixteen colours are those of the palette by their names, and never any other', () => {
  for (const theme of themes
    .filter(({ colors }) => colors === '16')
    .map((one) => createTheme({ ...one, isAscii: false })))
    for (const paint of paints) expect(theme[paint]('x')).toMatch(/^\x1b\[(?:1|7|3[0-7]|9[0-7])mx/)
})

test('the terminal is asked for its ground only where neither the theme nor the environment tells it', () => {
  const isKnown = (env: Record<string, string>, theme?: ThemeName) =>
    themeOptionsFrom({ TERM: 'xterm-256color', ...env }, { theme }).isBackgroundKnown
  expect([isKnown({}), isKnown({}, 'auto'), isKnown({}, 'contrast')]).toEqual([false, false, false])
  expect(isKnown({ COLORFGBG: 'default;default' })).toBe(false)
  expect(isKnown({ COLORFGBG: '15;0' })).toBe(true)
  expect([isKnown({}, 'dark'), isKnown({}, 'light'), isKnown({}, 'mono')]).toEqual([true, true, true])
  expect([isKnown({ NO_COLOR: '1' }), isKnown({ TERM: 'linux' })]).toEqual([true, true])
})

test('a theme that is named holds against what the environment says, and no colours hold against any theme', () => {
  const light = { TERM: 'xterm-256color', COLORFGBG: '0;15' }
  expect(themeOptionsFrom(light, { theme: 'dark' }).background).toBe('dark')
  expect(themeOptionsFrom({ TERM: 'xterm' }, { theme: 'light' }).background).toBe('light')
  expect(themeOptionsFrom(light, { theme: 'contrast' })).toMatchObject({ background: 'light', isHighContrast: true })
  expect(themeOptionsFrom(light, { theme: 'mono' }).colors).toBe('none')
  expect(themeOptionsFrom({ ...light, NO_COLOR: '1' }, { theme: 'contrast' }).colors).toBe('none')
})

test('signs of our texts have ASCII forms of the same width', () => {
  const line = 'Nov 07–20 – … ≈204k · row’s → — ••• •'
  expect(withAsciiSigns(line)).toBe("Nov 07-20 . $ @204k ; row's > - *** N")
  expect(styledWidth(withAsciiSigns(line))).toBe(styledWidth(line))
})

test('foreign text stays what it is', () => {
  expect(withAsciiSigns('お知らせ é ☂')).toBe('お知らせ é ☂')
})
