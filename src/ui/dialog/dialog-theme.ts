import { defaultTheme, extendTheme } from '@inkjs/ui'
import type { Paint, Theme } from '../layout/theme.ts'

/** The components of @inkjs/ui in our colours and with our signs. */
export const dialogTheme = (theme: Theme) => {
  const { accent, muted, signs, isAscii } = theme
  return extendTheme(defaultTheme, {
    components: {
      ConfirmInput: { styles: { input: () => ({ ...inInk(accent), dimColor: false }) } },
      Spinner: { styles: { frame: () => ({ ...inInk(accent) }) } },
      StatusMessage: {
        styles: {
          iconContainer: () => ({ flexShrink: 0, paddingLeft: 1 }),
          icon: ({ variant }: { variant: Variant }) => ({ color: undefined, ...inInk(paintOf(theme, variant)) }),
        },
        config: ({ variant }: { variant: Variant }) => ({ icon: iconOf(theme, variant) }),
      },
      ProgressBar: {
        styles: {
          completed: () => ({ color: undefined, ...inInk(accent) }),
          remaining: () => ({ dimColor: false, ...inInk(muted) }),
        },
        config: () => ({
          completedCharacter: isAscii ? '#' : '█',
          remainingCharacter: isAscii ? '.' : signs.rule,
        }),
      },
    },
  })
}

/** How a message is meant. */
export type Variant = 'info' | 'success' | 'warning' | 'error'

const paintOf = (theme: Theme, variant: Variant): Paint =>
  ({ info: theme.muted, success: theme.good, warning: theme.warn, error: theme.bad })[variant]

const iconOf = ({ signs }: Theme, variant: Variant): string =>
  ({ info: signs.separator, success: signs.good, warning: signs.care, error: signs.bad })[variant]

/** What a style of ours is called by Ink; empty for one that is none. */
const inInk = (paint: Paint): Record<string, unknown> => {
  const code = /\x1b\[([\d;]+)m/.exec(paint('x'))?.[1] ?? ''
  const [, ground, index, parts] = /^(38|48);(?:5;(\d+)|2;([\d;]+))$/.exec(code) ?? []
  if (ground === undefined) return inkNames[code] ?? {}
  const color = index === undefined ? `rgb(${parts?.replaceAll(';', ', ')})` : `ansi256(${index})`
  return { [ground === '38' ? 'color' : 'backgroundColor']: color }
}

const inkNames: Readonly<Record<string, Record<string, unknown>>> = {
  4: { underline: true },
  7: { inverse: true },
  30: { color: 'black' },
  31: { color: 'red' },
  34: { color: 'blue' },
  35: { color: 'magenta' },
  37: { color: 'white' },
  91: { color: 'redBright' },
  92: { color: 'greenBright' },
  93: { color: 'yellowBright' },
  96: { color: 'cyanBright' },
}
