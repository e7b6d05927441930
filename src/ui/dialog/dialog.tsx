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
 * 1. Write a component in a file of its own beside the screen that needs it: `edit-computer.tsx`. Its props say what it is about.
 * 2. Let it draw one of this room: Form (fields, what will be sent, the request), ConfirmDialog (a question, or a name to type),
 *    ChoiceDialog (one of a list), ProgressDialog (bytes, rate, time left), SecretDialog (a value that is shown once), or a
 *    Dialog of its own with Rows, InfoTable and Message in it. It knows its width, height and theme by `useDialogPlace`.
 * 3. Open it with `useOpenDialog()` of screens/kit: `open(loadEditComputer, { computer })`, where `loadEditComputer` is
 *    `async () => (await import('./edit-computer.tsx')).EditComputer`. Import it in no other way: it belongs to no first frame.
 * 4. A dialog that a key opens from every screen is a row of screens/app/overlays/overlays.ts: `{ opener, load }`.
 * 5. Keys: a table in src/ui/keys/dialog-keys.ts or a file of its own, which is a row of screens/app/key-groups.ts; `useKeys` with
 *    `kind: 'overlay', isExclusive: true` and the scope of that row. Give what it answers to Dialog, which puts it in the hints.
 * 6. Text of others needs no care: all components here pass what they are given through `safeText`.
 */

export type DialogProps = {
  title: string
  /** What it hears now, for the hints. */
  keys: readonly Binding[]
  children: ReactNode
}

/** The frame of every dialog: a rule with its title, and what is beneath it, over the lower rows of the window. */
export const Dialog = ({ title, keys, children }: DialogProps) => {
  const { width, height, theme, isHidden, showKeys } = useDialogPlace()
  useLayoutEffect(() => showKeys(keys), [showKeys, keys])
  const look = useMemo(() => dialogTheme(theme), [theme])
  const box = useRef<DOMElement>(null)
  const areas = useAreasWithin(box, height)
  return (
    <ThemeProvider theme={look}>
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

/** What is drawn in the dialog counts its rows from the title on; where that stands is known once all of it is drawn. */
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

/** The components of @inkjs/ui in our colours and with our signs. */
const dialogTheme = (theme: Theme) => {
  const { accent, muted, signs, isAscii } = theme
  return extendTheme(defaultTheme, {
    components: {
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
  if (ground === undefined) return inkOfSixteen(Number(code))
  const color = index === undefined ? `rgb(${parts?.replaceAll(';', ', ')})` : `ansi256(${index})`
  return { [ground === '38' ? 'color' : 'backgroundColor']: color }
}

const NAMES = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white']

const inkOfSixteen = (code: number): Record<string, unknown> => {
  if (code === 4) return { underline: true }
  if (code === 7) return { inverse: true }
  const name = NAMES[code % 10]
  return name === undefined || code < 30 ? {} : { color: code < 90 ? name : `${name}Bright` }
}
