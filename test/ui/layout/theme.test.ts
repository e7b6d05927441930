import { expect, test } from 'vitest'
import type { ThemeName } from '../../../src/base/theme-name.ts'
import { withAsciiSigns } from '../../../src/domain/text/signs.ts'
import { styledWidth } from '../../../src/ui/layout/styled-width.ts'
import { createTheme, themeOptionsFrom } from '../../../src/ui/layout/theme.ts'
import { TerminalScreen } from '../terminal/terminal-screen.ts'

const paints = ['strong', 'muted', 'accent', 'good', 'bad', 'warn', 'selected', 'inverse', 'dim'] as const
const themes = (['none', '16', '256', 'true'] as const).flatMap((colors) =>
  (['dark', 'light'] as const).flatMap((background) =>
    [false, true].map((isHighContrast) => ({ colors, background, isHighContrast })),
  ),
)

/** Each cell of a line in a terminal: its character and its style. */
const cellsOf = async (line: string): Promise<string[]> => {
  const screen = new TerminalScreen(40, 1)
  await screen.write(line)
  return screen.cellsOf(0)
}
const styleOf = (cell: string | undefined): string => (cell ?? '').slice(1)

// The styles that are nested in a background.
const inner = ['strong', 'muted', 'accent', 'good', 'bad', 'warn'] as const
test.each(themes)('with $colors colours on $background, styles nest, and empty text has none', async (options) => {
  const theme = createTheme({ ...options, isAscii: false })
  for (const paint of paints) {
    const [before, , after] = await cellsOf(`a${theme[paint]('b')}c`)
    expect([paint, styleOf(after)]).toEqual([paint, styleOf(before)])
    expect(theme[paint]('')).toBe('')
  }
  const nested = [
    ...inner.map((paint) => theme.selected(`a${theme[paint]('b')}c`)),
    theme.strong(`a${theme.accent('b')}c`),
    theme.accent(`a${theme.strong('b')}c`),
    theme.dim(`a${theme.strong('b')}c`),
    theme.dim(`a${theme.accent('b')}c`),
  ]
  for (const line of nested) {
    const [first, , last] = await cellsOf(line)
    expect([line, styleOf(last)]).toEqual([line, styleOf(first)])
  }
})

const envOf = (text: string): Record<string, string> => Object.fromEntries(text.split(' ').map((one) => one.split('=')))
test.each([
  ['16', ['A=', 'TERM=xterm', 'TERM=linux', 'TERM=screen', 'TERM=screen COLORTERM=truecolor']],
  ['16', ['TERM=xterm-256color FORCE_COLOR=1']],
  ['256', ['TERM=xterm-256color', 'TERM=screen-256color', 'TERM=tmux-256color', 'TERM=xterm-256color NO_COLOR=']],
  ['256', ['TERM=screen-256color COLORTERM=truecolor', 'TERM=xterm FORCE_COLOR=2']],
  ['256', ['TERM=xterm-256color FORCE_COLOR=true']],
  ['true', ['TERM=xterm-direct', 'TERM=xterm-kitty', 'TERM=alacritty', 'TERM=xterm FORCE_COLOR=3']],
  ['true', ['TERM=xterm COLORTERM=truecolor', 'TERM=tmux-256color COLORTERM=24bit']],
  ['none', ['TERM=xterm-256color NO_COLOR=1', 'TERM=xterm-256color FORCE_COLOR=0', 'FORCE_COLOR=3 NO_COLOR=1']],
])('%s colours: %j', (colors, envs) => {
  for (const env of envs.map(envOf)) {
    expect(themeOptionsFrom(env).colors).toBe(colors)
    expect(themeOptionsFrom(env, { noColor: true }).colors).toBe('none')
  }
})

test('the background is known from COLORFGBG or the theme, Unicode from TERM and the locale', () => {
  const backgroundOf = (COLORFGBG: string) => themeOptionsFrom({ COLORFGBG }).background
  const backgrounds = ['15;0', '0;15', '15;default;7', '0;8', 'nonsense'].map(backgroundOf)
  expect(backgrounds).toEqual(['dark', 'light', 'light', 'dark', 'dark'])
  const isKnown = (env: Record<string, string>, theme?: ThemeName) =>
    themeOptionsFrom({ TERM: 'xterm-256color', ...env }, { theme }).isBackgroundKnown
  expect([isKnown({}), isKnown({}, 'auto'), isKnown({}, 'contrast')]).toEqual([false, false, false])
  expect([isKnown({ COLORFGBG: 'default;default' }), isKnown({ COLORFGBG: '15;0' })]).toEqual([false, true])
  expect([isKnown({}, 'dark'), isKnown({}, 'light'), isKnown({}, 'mono')]).toEqual([true, true, true])
  expect([isKnown({ NO_COLOR: '1' }), isKnown({ TERM: 'linux' })]).toEqual([true, true])
  for (const env of [{ TERM: 'linux' }, { LANG: 'C' }, { LC_ALL: 'C', LANG: 'de_CH.utf8' }])
    expect(themeOptionsFrom(env).isAscii).toBe(true)
  expect(themeOptionsFrom({ LANG: 'de_CH.UTF-8' }).isAscii).toBe(false)
  expect(themeOptionsFrom({ LANG: 'de_CH.utf8' }, { ascii: true }).isAscii).toBe(true)
})

test('16 colours are those of the palette, no colours leave only styles, and ASCII signs are ASCII', () => {
  for (const options of themes) {
    const { signs, ...theme } = createTheme({ ...options, isAscii: true })
    for (const sign of Object.values(signs).flat()) expect(sign).toMatch(/^[\x21-\x7e]+$/)
    for (const paint of paints) {
      if (options.colors === '16') expect(theme[paint]('x')).toMatch(/^\x1b\[(?:1|7|3[0-7]|9[0-7])mx/)
      if (options.colors === 'none') expect(theme[paint]('x')).toMatch(/^(\x1b\[[12479]m)?x(\x1b\[2[247]m)?$/)
    }
    expect(theme.selected('x')).not.toBe('x')
  }
})

test('a named theme overrides the environment, and no colours overrides any theme', () => {
  const light = { TERM: 'xterm-256color', COLORFGBG: '0;15' }
  expect(themeOptionsFrom(light, { theme: 'dark' }).background).toBe('dark')
  expect(themeOptionsFrom(light, { theme: 'contrast' })).toMatchObject({ background: 'light', isHighContrast: true })
  expect(themeOptionsFrom(light, { theme: 'mono' }).colors).toBe('none')
  expect(themeOptionsFrom({ ...light, NO_COLOR: '1' }, { theme: 'contrast' }).colors).toBe('none')
})

test('our signs have ASCII forms of the same width, and foreign text stays', () => {
  const line = 'Nov 07–20 – … ≈204k · row’s → — ••• •'
  expect(withAsciiSigns(line)).toBe("Nov 07-20 . $ ~204k ; row's > - *** N")
  expect(styledWidth(withAsciiSigns(line))).toBe(styledWidth(line))
  expect(withAsciiSigns('お知らせ é ☂')).toBe('お知らせ é ☂')
})
