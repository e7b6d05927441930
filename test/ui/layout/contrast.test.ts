import { expect, test } from 'vitest'
import { createTheme, type Theme } from '../../../src/ui/layout/theme.ts'
import { luminance, type Rgb } from '../../../src/ui/terminal/background-question.ts'

/** The contrast ratio of two colours, from 1 to 21, as defined by WCAG 2. */
const contrast = (one: Rgb, other: Rgb): number => {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

const rgb = (hex: string): Rgb =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as unknown as Rgb

/** The default backgrounds of terminals, and those of the most popular schemes. */
const grounds = {
  dark: ['#000000', '#1e1e1e', '#1a1b26', '#282a36', '#282c34', '#002b36', '#2e3440', '#303446'],
  light: ['#ffffff', '#fafafa', '#eff1f5', '#fdf6e3', '#fbf1c7'],
}

/** The sixteen colours of VGA, xterm and the Windows console: 30 to 37, then 90 to 97. */
const standardPalettes = {
  vga: '000000 aa0000 00aa00 aa5500 0000aa aa00aa 00aaaa aaaaaa 555555 ff5555 55ff55 ffff55 5555ff ff55ff 55ffff ffffff',
  xterm:
    '000000 cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd e5e5e5 7f7f7f ff0000 00ff00 ffff00 5c5cff ff00ff 00ffff ffffff',
  windows:
    '0c0c0c c50f1f 13a10e c19c00 0037da 881798 3a96dd cccccc 767676 e74856 16c60c f9f1a5 3b78ff b4009e 61d6d6 f2f2f2',
}

/** One of the 256 colours that are equal in all terminals: the cube and the greys. */
const fixedColor = (index: number): Rgb => {
  if (index < 16) throw new Error(`${index} differs between terminals`)
  const level = (step: number) => (step === 0 ? 0 : 55 + 40 * step) / 255
  const grey = (8 + 10 * (index - 232)) / 255
  if (index >= 232) return [grey, grey, grey]
  const place = index - 16
  return [level(Math.floor(place / 36)), level(Math.floor(place / 6) % 6), level(place % 6)]
}

const inks = ['muted', 'accent', 'good', 'bad', 'warn', 'dim'] as const
const codeOf = (theme: Theme, paint: (typeof inks)[number] | 'selected'): string =>
  /^\x1b\[([\d;]+)mx/.exec(theme[paint]('x'))?.[1] ?? ''

/** The colour of `38;5;248`, `38;2;1;2;3`, or of `37` and `91` in a palette of sixteen. */
const colorOf = (code: string, palette: readonly string[] = []): Rgb => {
  const [layer, kind, ...parts] = code.split(';').map(Number) as [number, number?, ...number[]]
  if (kind === 5) return fixedColor(parts[0] ?? 0)
  if (kind === 2) return parts.map((part) => part / 255) as unknown as Rgb
  return rgb(`#${palette[layer >= 90 ? layer - 82 : layer - 30]}`)
}

const kinds = (['dark', 'light'] as const).flatMap((background) => [
  { background, isHighContrast: false, least: 4.5 },
  { background, isHighContrast: true, least: 7 },
])
const expectRead = (theme: Theme, under: readonly Rgb[], least: number, palette?: readonly string[]) => {
  for (const paint of inks)
    for (const ground of under) {
      const isRead = contrast(colorOf(codeOf(theme, paint), palette), ground) >= least
      expect([paint, ground, isRead]).toEqual([paint, ground, true])
    }
}

test.each(kinds)('on $background every pair has a contrast of $least:1', ({ background, isHighContrast, least }) => {
  for (const colors of ['256', 'true'] as const) {
    const theme = createTheme({ colors, background, isHighContrast, isAscii: false })
    const selected = colorOf(codeOf(theme, 'selected'))
    expectRead(theme, [...grounds[background].map(rgb), selected], least)
    // The terminal's text colour on our background.
    expect(contrast(rgb(background === 'dark' ? '#cccccc' : '#333333'), selected)).toBeGreaterThanOrEqual(least)
  }
  const theme = createTheme({ colors: '16', background, isHighContrast, isAscii: false })
  // Reverse video swaps the colours of a pair, which keeps the contrast.
  expect(codeOf(theme, 'selected')).toBe('7')
  for (const colors of Object.values(standardPalettes)) {
    const palette = colors.split(' ')
    expectRead(theme, [rgb(background === 'dark' ? `#${palette[0]}` : '#ffffff')], least, palette)
  }
})

test('stale figures are as legible as labels, whatever their styles', () => {
  for (const colors of ['16', '256', 'true'] as const) {
    const theme = createTheme({ colors, background: 'dark', isAscii: false })
    expect(theme.dim(`1 ${theme.bad('▼ 2')} ${theme.strong('3')}`)).toBe(theme.muted(`1 ▼ 2 ${theme.strong('3')}`))
  }
})

test('contrast and luminance are those of WCAG 2', () => {
  expect(contrast([0, 0, 0], [1, 1, 1])).toBeCloseTo(21, 5)
  expect(contrast(rgb('#777777'), rgb('#ffffff'))).toBeCloseTo(4.48, 2)
  expect(luminance(rgb('#ff0000'))).toBeCloseTo(0.2126, 5)
})
