import { expect, onTestFinished, test } from 'vitest'
import { ListBody } from '../../../../screens/kit/list/list-body.tsx'
import { ScreenState, ScreenStateContext } from '../../../../screens/kit/screen/screen-state.ts'
import { SessionContext } from '../../../../screens/kit/session/session.ts'
import { useArchivePanes } from '../../../../screens/wiki/pages/use-archive-panes.ts'
import type { QueryState } from '../../../../src/cache/load/query-state.ts'
import type { Queries } from '../../../../src/cache/query/query-client.ts'
import { KeymapContext } from '../../../../src/ui/keys/use-keys.ts'
import { NOW } from '../../../helpers/demos.ts'
import { testSession } from '../../../helpers/session.ts'
import { drawn, openTerminal } from '../../../helpers/terminal.tsx'

const ready = <T,>(data: T): QueryState<T> => ({ is: 'ready', now: { data, at: NOW, from: 'ledger', problems: 0 } })
const names = ['a.md', 'b.md', 'c.md', 'd.md', 'e.md']
const archive = ready({
  path: '/wiki.zip',
  sizeBytes: 5,
  entries: names.map((name) => ({ name, isFolder: false, sizeBytes: 1 })),
})

/** The pages of an archive on their own screen, each read immediately. */
const openPages = async () => {
  const seen = { read: [] as string[], move: (_by: number) => {} }
  const pageOf = (name: string) => ready({ name, text: `text of ${name}`, sizeBytes: 1, isCut: false })
  const queries = {
    watch(_: string, { name }: { name: string }, listener: (state: unknown) => void) {
      seen.read.push(name)
      listener(pageOf(name))
      return () => {}
    },
    read: (_: string, { name }: { name: string }) => (seen.read.includes(name) ? pageOf(name) : { is: 'loading' }),
  } as unknown as Queries
  const session = testSession({ connection: { is: 'ready', queries } })
  const Screen = () => {
    const panes = useArchivePanes('/wiki.zip', archive, { width: 100, room: 6, top: 0 })
    seen.move = panes.list.move
    return <ListBody list={panes.list} lines={panes.getBody} height={6} />
  }
  const terminal = openTerminal({ columns: 100, rows: 12 })
  onTestFinished(terminal.unmount)
  terminal.draw(
    <SessionContext value={session}>
      <KeymapContext value={terminal.keymap}>
        <ScreenStateContext value={new ScreenState()}>
          <Screen />
        </ScreenStateContext>
      </KeymapContext>
    </SessionContext>,
  )
  await drawn()
  const shown = () => {
    const rows = terminal.frame()
    return [
      rows
        .find((row) => row.startsWith('▌'))
        ?.slice(1, 8)
        .trim(),
      rows[0]?.split('│ ')[1],
    ]
  }
  return { terminal, seen, shown }
}

// StrictMode runs effects twice, so each page is read twice.
test.skipIf(process.env.STRICT)('moving past pages reads none, and a cached page is shown at once', async () => {
  const { terminal, seen, shown } = await openPages()
  expect(shown()).toEqual(['a.md', 'text of a.md'])
  for (const name of ['b.md', 'c.md', 'd.md']) {
    seen.move(1)
    await drawn()
    expect(shown()).toEqual([name, 'reading'])
  }
  expect(seen.read).toEqual(['a.md'])
  await terminal.frameWith('text of d.md')
  expect(seen.read).toEqual(['a.md', 'd.md'])
  seen.move(-3)
  await drawn()
  expect(shown()).toEqual(['a.md', 'text of a.md'])
})
