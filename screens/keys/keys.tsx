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

const Keys = ({ width, height }: ScreenProps) => {
  const { theme } = useSession()
  const state = useQuery('serviceAccounts', {})
  const rows = shownOf(state)?.data ?? []
  const failures = failureLines([state], width, theme)
  const listHeight = Math.max(0, height - failures.length)
  const list = useList(
    'row',
    rows.map(({ id }) => id),
    listHeight,
  )
  useKeys(listKeys, listHandlers(list, listHeight, rows.length))
  useReport('keys', { crumbs: [], command: 'keys list', states: [state] })
  const shown = listRows(rows, ({ id, name }) => safeText(name ?? id), { list, height: listHeight, width }, theme)
  return <Body lines={[...failures, ...filled(shown, listHeight)]} height={height} />
}

export const keys: Screen = {
  title: 'Keys',
  key: '7',
  letter: 'k',
  summary: 'keys of service accounts, and which of them need care',
  isByRange: false,
  notes: [],
  keys: listKeys,
  Component: Keys,
}
