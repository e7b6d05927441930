import { shownOf } from '../../src/cache/load/query-state.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import { useKeys } from '../../src/ui/keys/use-keys.ts'
import { filled } from '../../src/ui/layout/columns.ts'
import { Body } from '../../src/ui/layout/rows.tsx'
import { listRows } from '../kit/list-rows.ts'
import type { Screen, ScreenProps } from '../kit/screen.ts'
import { useReport } from '../kit/screen-report.ts'
import { useSession } from '../kit/session.ts'
import { failureLines } from '../kit/states.ts'
import { listHandlers, listKeys, useList } from '../kit/use-list.ts'
import { useQuery } from '../kit/use-query.ts'

const Computers = ({ width, height }: ScreenProps) => {
  const { theme } = useSession()
  const state = useQuery('computers', {})
  const rows = shownOf(state)?.data.rows ?? []
  const failures = failureLines([state], width, theme)
  const listHeight = Math.max(0, height - failures.length)
  const list = useList(
    'row',
    rows.map(({ id }) => id),
    listHeight,
  )
  useKeys(listKeys, listHandlers(list, listHeight, rows.length))
  useReport('computers', { crumbs: [], command: 'computers list', states: [state] })
  const shown = listRows(rows, ({ id, name }) => safeText(name ?? id), { list, height: listHeight, width }, theme)
  return <Body lines={[...failures, ...filled(shown, listHeight)]} height={height} />
}

export const computers: Screen = {
  title: 'Computers',
  key: '6',
  letter: 'm',
  summary: 'the machines that agents work on, and how their installation stands',
  isByRange: false,
  notes: [],
  keys: listKeys,
  Component: Computers,
}
