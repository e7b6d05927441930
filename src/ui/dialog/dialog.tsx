import { defaultTheme, extendTheme, ThemeProvider } from '@inkjs/ui'
import { Box, type DOMElement, measureElement } from 'ink'
import { type ReactNode, useContext, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { safeText } from '../../domain/text/safe-text.ts'
import type { Binding } from '../keys/bindings.ts'
import { popup } from '../layout/popup.ts'
import { Rows } from '../layout/rows.tsx'
import type { Paint, Theme } from '../layout/theme.ts'
import { type ClickArea, type ClickAreas, ClickAreasContext, clickAt } from '../mouse/click-areas.ts'
import { useDialogPlace } from './dialog-context.ts'

/*
 * How to add a dialog:
 * 1. Write a component in a file of its own next to its screen, such as `edit-computer.tsx`. Its props are its data.
 * 2. Render one of the components in this folder: Form (fields, the values to send, the request), ConfirmDialog (a
 *    question, or a name to type), ChoiceDialog (one of a list), ProgressDialog (bytes, rate, time left), SecretDialog (a
 *    value that is shown once), or a Dialog with Rows, InfoTable and Message in it. `useDialogPlace` returns its width,
 *    height and theme.
 * 3. Open it with `useOpenDialog()` of screens/kit: `open(loadEditComputer, { computer })`, where `loadEditComputer` is
 *    `async () => (await import('./edit-computer.tsx')).EditComputer`. Don't import it statically: it is not part of any
 *    first frame.
 * 4. A dialog that a key opens on every screen is a row of screens/app/overlays/overlays.ts: `{ opener, load }`.
 * 5. Define its keys in a table in src/ui/keys/dialog-keys.ts, or in a file of its own that is a row of
 *    screens/app/key-groups.ts. Call `useKeys` with `kind: 'overlay', isExclusive: true` and the scope of that row, and
 *    pass its result to Dialog, which shows it in the hints.
 * 6. Untrusted text needs no special handling: all components in this folder pass their text through `safeText`.
 */

export type DialogProps = {
  title: string
  /** The current keys, for the hints. */
  keys: readonly Binding[]
  children: ReactNode
}

/** The frame of every dialog: a rule with its title, and its content, over the lower rows of the window. */
export const Dialog = ({ title, keys, children }: DialogProps) => {
  const { width, height, theme, isHidden, showKeys } = useDialogPlace()
  useLayoutEffect(() => showKeys(keys), [showKeys, keys])
  const inkTheme = useMemo(() => dialogTheme(theme), [theme])
  const box = useRef<DOMElement>(null)
  const areas = useAreasWithin(box, height)
  return (
    <ThemeProvider theme={inkTheme}>
      <Box
        ref={box}
        display={isHidden ? 'none' : 'flex'}
        flexDirection="column"
        width={width}
        maxHeight={height}
        overflow="hidden"
      >
        <Rows lines={popup(safeText(title), [], width, theme)} />
        <ClickAreasContext value={areas}>{children}</ClickAreasContext>
      </Box>
    </ThemeProvider>
  )
}

/** Click areas inside the dialog count rows from its title. The row of the title is known only after layout. */
const useAreasWithin = (box: { current: DOMElement | null }, height: number): ClickAreas => {
  const around = useContext(ClickAreasContext)
  const [areas] = useState<ClickAreas>(() => new Set())
  useLayoutEffect(() => {
    const whole = {
      get current(): ClickArea {
        const rows = box.current ? measureElement(box.current).height : 0
        return { top: height - rows, height: rows, click: (x, y) => clickAt(areas, x, y) }
      },
    }
    around?.add(whole)
    return () => void around?.delete(whole)
  }, [around, areas, box, height])
  return areas
}

/** A theme for @inkjs/ui with our colours and signs. */
const dialogTheme = (theme: Theme) => {
  const { accent, muted, signs, isAscii } = theme
  return extendTheme(defaultTheme, {
    components: {
      Spinner: { styles: { frame: () => ({ ...inkProps(accent) }) } },
      StatusMessage: {
        styles: {
          iconContainer: () => ({ flexShrink: 0, paddingLeft: 1 }),
          icon: ({ variant }: { variant: Variant }) => ({ color: undefined, ...inkProps(paintOf(theme, variant)) }),
        },
        config: ({ variant }: { variant: Variant }) => ({ icon: iconOf(theme, variant) }),
      },
      ProgressBar: {
        styles: {
          completed: () => ({ color: undefined, ...inkProps(accent) }),
          remaining: () => ({ dimColor: false, ...inkProps(muted) }),
        },
        config: () => ({
          completedCharacter: isAscii ? '#' : '█',
          remainingCharacter: isAscii ? '.' : signs.rule,
        }),
      },
    },
  })
}

/** The kind of a message. */
export type Variant = 'info' | 'success' | 'warning' | 'error'

const paintOf = (theme: Theme, variant: Variant): Paint =>
  ({ info: theme.muted, success: theme.good, warning: theme.warn, error: theme.bad })[variant]

const iconOf = ({ signs }: Theme, variant: Variant): string =>
  ({ info: signs.separator, success: signs.good, warning: signs.attention, error: signs.bad })[variant]

/** Converts a style to the properties of an Ink component; empty for text without a style. */
const inkProps = (paint: Paint): Record<string, unknown> => {
  const code = /\x1b\[([\d;]+)m/.exec(paint('x'))?.[1] ?? ''
  const [, ground, index, parts] = /^(38|48);(?:5;(\d+)|2;([\d;]+))$/.exec(code) ?? []
  if (ground === undefined) return basicInkProps(Number(code))
  const color = index === undefined ? `rgb(${parts?.replaceAll(';', ', ')})` : `ansi256(${index})`
  return { [ground === '38' ? 'color' : 'backgroundColor']: color }
}

const NAMES = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white']

const basicInkProps = (code: number): Record<string, unknown> => {
  if (code === 4) return { underline: true }
  if (code === 7) return { inverse: true }
  const name = NAMES[code % 10]
  return name === undefined || code < 30 ? {} : { color: code < 90 ? name : `${name}Bright` }
}
