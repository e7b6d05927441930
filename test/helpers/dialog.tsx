import { useWindowSize } from 'ink'
import { type ComponentType, useEffect } from 'react'
import { onTestFinished } from 'vitest'
import { Dialogs, useDialogs } from '../../screens/app/dialogs.tsx'
import type { LoadDialog } from '../../screens/kit/dialogs/use-change.ts'
import { FRAME_ROWS, hintsRow, MIN_WINDOW } from '../../screens/kit/screen/frame.ts'
import { SessionContext, useSession, useSessionState } from '../../screens/kit/session/session.ts'
import type { Queries } from '../../src/cache/query/query-client.ts'
import { KeymapContext } from '../../src/ui/keys/use-keys.ts'
import { AsciiContext, Screenful } from '../../src/ui/layout/rows.tsx'
import type { ThemeOptions } from '../../src/ui/layout/theme.ts'
import { fakeClipboard } from './fake-clipboard.ts'
import { testSession } from './session.ts'
import { drawn, openTerminal, until } from './terminal.tsx'

export type DialogOptions = {
  /** @default 80 */
  columns?: number
  /** @default 24 */
  rows?: number
  theme?: Partial<ThemeOptions>
  /** The queries of the cached layer. @default none, as before there is a connection */
  queries?: Partial<Queries>
}

/** A dialog over a body of full rows, in a frame like the application's. */
export const openDialog = <Props extends object>(
  Component: ComponentType<Props>,
  props: Props,
  options: DialogOptions = {},
) => loadDialog(async () => Component, props, options)

/** Like {@link openDialog}, for a dialog that loads later. */
export const loadDialog = async <Props extends object>(
  load: LoadDialog<Props>,
  props: Props,
  { columns = 80, rows = 24, theme, queries }: DialogOptions = {},
) => {
  const terminal = openTerminal({ columns, rows })
  const copied: string[] = []
  const session = testSession(
    {
      host: undefined,
      connection: queries ? { is: 'ready', queries: queries as Queries } : { is: 'starting', what: '' },
      range: { is: 'all' },
      isComparing: false,
    },
    { clipboard: fakeClipboard(copied) },
    theme,
  )
  terminal.draw(
    <SessionContext value={session}>
      <KeymapContext value={terminal.keymap}>
        <Stage load={load as never} props={props} />
      </KeymapContext>
    </SessionContext>,
  )
  onTestFinished(() => terminal.unmount())
  await drawn()
  return {
    ...terminal,
    /** Texts put on the clipboard, oldest first. */
    copied,
    /** The rows of the dialog from its title on; empty while none is open. */
    dialog: () => dialogOf(terminal.frame()),
    hints: () => terminal.frame().at(-2) ?? '',
    /** The notice in the last row. */
    notice: () => session.get().notice,
    until: (isTrue: () => boolean) => until(isTrue, () => `never came true: ${isTrue}\n${terminal.frame().join('\n')}`),
  }
}

/** The rows of a dialog or popup, from its title on. */
export const dialogOf = (frame: readonly string[]): string[] => {
  const top = frame.findLastIndex((row) => /^(?:──|--) \S/.test(row))
  return top < 0 ? [] : frame.slice(top, -2)
}

const Stage = ({ load, props }: { load: LoadDialog<object>; props: object }) => {
  const { columns, rows } = useWindowSize()
  const { theme } = useSession()
  const notice = useSessionState('notice')
  const dialogs = useDialogs()
  const { open } = dialogs
  // biome-ignore lint/correctness/useExhaustiveDependencies: opens once
  useEffect(() => open(load, props), [])
  const body = Array.from({ length: rows - 2 }, () => '#'.repeat(columns))
  const isHidden = columns < MIN_WINDOW.columns || rows < MIN_WINDOW.rows
  return (
    <AsciiContext value={theme.isAscii}>
      <Screenful lines={[...body, hintsRow(dialogs.keys, columns, theme), notice ?? '']} />
      <Dialogs {...dialogs} width={columns} height={rows - FRAME_ROWS} isHidden={isHidden} />
    </AsciiContext>
  )
}
