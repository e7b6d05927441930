import { defaultTheme, extendTheme } from '@inkjs/ui'
import figures from 'figures'
import type { Paint, Theme } from '../layout/theme.ts'

/** The components of @inkjs/ui in our colours and with our signs. */
export const dialogTheme = (theme: Theme) => {
  // A Select has no other way to be told its signs.
  Object.assign(figures, { pointer: theme.signs.bar, tick: theme.signs.good })
  const { accent, muted, signs, isAscii } = theme
  return extendTheme(defaultTheme, {
    components: {
      Select: {
        styles: {
          option: ({ isFocused }: { isFocused: boolean }) => ({ gap: 0, paddingLeft: isFocused ? 0 : 1 }),
          focusIndicator: () => ({ ...inInk(accent) }),
          // Of the row that is chosen nothing remains but that the dialog goes on.
          selectedIndicator: () => ({ ...inInk(muted) }),
          label: ({ isFocused }: { isFocused: boolean }) => ({
            wrap: 'truncate',
            color: undefined,
            ...(isFocused && inInk(theme.selected)),
          }),
        },
      },
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
export const inInk = (paint: Paint): Record<string, unknown> => {
  const code = /\x1b\[([\d;]+)m/.exec(paint('x'))?.[1] ?? ''
  const [, ground, color] = /^(38|48);5;(\d+)$/.exec(code) ?? []
  if (color !== undefined) return { [ground === '38' ? 'color' : 'backgroundColor']: `ansi256(${color})` }
  return inkNames[code] ?? {}
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
