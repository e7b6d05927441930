import { useEffect, useMemo, useRef } from 'react'
import { shownOf } from '../../src/cache/load/query-state.ts'
import { dayOf } from '../../src/domain/calendar/calendar.ts'
import { type KeySort, keySortBy, keyTable, sortedKeys } from '../../src/domain/keys/key-list.ts'
import { wrapText } from '../../src/domain/text/fit.ts'
import { useKeys } from '../../src/ui/keys/use-keys.ts'
import { cutStyled } from '../../src/ui/layout/columns.ts'
import { createRowTexts, headingRow, placeColumns } from '../../src/ui/layout/data-table.ts'
import { Body } from '../../src/ui/layout/rows.tsx'
import { stackPanes, stackSizes } from '../kit/detail/list-over-detail.ts'
import { useDetail } from '../kit/detail/use-detail.ts'
import { useExports } from '../kit/export/exports.ts'
import { orderOption } from '../kit/export/order-option.ts'
import { shellWord } from '../kit/export/shell-word.ts'
import { useFilteredRows } from '../kit/filter/use-where.ts'
import { listRows } from '../kit/list/list-rows.ts'
import { managementHints } from '../kit/list/management-keys.ts'
import { nextIn } from '../kit/list/next-in.ts'
import { NO_ROW } from '../kit/list/nothing-to-do.ts'
import { listHandlers, useList } from '../kit/list/use-list.ts'
import { useNews, withNews } from '../kit/list/use-news.ts'
import { failureLines } from '../kit/query/states.ts'
import { usePatience } from '../kit/query/ticks.ts'
import { useQuery } from '../kit/query/use-query.ts'
import type { Screen, ScreenProps } from '../kit/screen/screen.ts'
import { useReport } from '../kit/screen/screen-report.ts'
import { useScreenState } from '../kit/screen/screen-state.ts'
import { useSession } from '../kit/session/session.ts'
import { useLastRow } from '../kit/session/use-last-row.ts'
import { keyListKeys } from './key-list-keys.ts'
import { keysExports } from './keys-exports.ts'
import { keyColumns, keyText } from './list/key-columns.ts'
import { keyDetail } from './list/key-detail.ts'
import { type KeyEntry, keyEntries, listedOf } from './list/key-entries.ts'
import { emptyKeys, keysHead } from './list/keys-head.ts'
import { QUICK_KEYS, type QuickKeys } from './quick-keys.ts'
import { useKeyActions } from './use-key-actions.ts'

const byCareFirst = keySortBy('care')

const Keys = ({ width, height, target }: ScreenProps) => {
  const { theme, now } = useSession()
  const state = useQuery('serviceAccounts', {})
  const offered = shownOf(useQuery('extensions', {}))?.data
  const accounts = shownOf(state)?.data
  const [sort, setSort] = useScreenState<KeySort>('sort', byCareFirst)
  const [quick, setQuick] = useScreenState<QuickKeys>('quick', 'all')
  const [isAlone, setAlone] = useScreenState('alone', false)

  const minute = Math.floor(now() / 60_000)
  // biome-ignore lint/correctness/useExhaustiveDependencies: ages are told anew each minute
  const entries = useMemo(() => keyEntries(accounts ?? [], now()), [accounts, minute, now])
  const today = dayOf(now())
  // biome-ignore lint/correctness/useExhaustiveDependencies: ages are told anew each minute
  const table = useMemo(() => keyTable(today, now(), listedOf), [today, minute, now])
  const filtered = useFilteredRows(entries, table)
  const { filter } = filtered
  const shown = useMemo(() => {
    const ofKind = filtered.rows.filter(
      ({ key }) => quick === 'all' || (key?.state === 'active') === (quick === 'active'),
    )
    return sortedKeys(ofKind, listedOf, sort)
  }, [filtered.rows, quick, sort])
  const ids = useMemo(() => shown.map(({ id }) => id), [shown])

  const failures = failureLines([state], width, theme)
  const sizes = stackSizes(Math.max(0, height - 3 - failures.length), shown.length, isAlone && shown.length > 0)
  const listHeight = sizes.listHeight || sizes.detailHeight
  const list = useList('row', ids, listHeight)
  const wanted = target?.key === undefined ? undefined : entries.find(({ key }) => key?.key.id === target.key)?.id
  useSelectOnce(wanted, list.select)
  const selected = shown[list.selected]
  const lines = useMemo(() => (selected ? keyDetail(selected, width - 2, theme) : []), [selected, width, theme])
  const detail = useDetail(selected?.id, { lines, found: none }, sizes.detailHeight)
  const placed = useMemo(
    () => placeColumns(keyColumns(theme, entries), shown, width - 2),
    [theme, entries, shown, width],
  )
  const textOf = useMemo(() => createRowTexts(placed, theme), [placed, theme])

  const act = useKeyActions(offered)
  const { copy, tell } = useLastRow()
  const sorting = (by: KeySort['by']) => () =>
    setSort((before) => (before.by === by ? { by, isDescending: !before.isDescending } : keySortBy(by)))
  useKeys(keyListKeys, {
    ...listHandlers(list, listHeight, shown.length),
    detail: () => (selected ? setAlone(!isAlone) : NO_ROW),
    scrollDown: detail.scrollDown,
    scrollUp: detail.scrollUp,
    actions: () => act.actions(selected),
    add: act.add,
    filter: filter.open,
    quick: () => {
      const next = nextIn(QUICK_KEYS, quick)
      setQuick(next)
      tell(next === 'all' ? 'All keys.' : `Only ${next} keys: f shows others.`)
    },
    'sort:care': sorting('care'),
    'sort:account': sorting('account'),
    'sort:name': sorting('name'),
    'sort:created': sorting('created'),
    copyRow: () => copy(selected && keyText(selected), 'the row.'),
    copyId: () => copy(selected?.key?.key.id ?? selected?.account.id, 'the id.'),
    copyJson: () => copy(selected?.key && JSON.stringify(selected.key.key, undefined, 2), 'the key as JSON.'),
    ...useExports(() => keysExports(shown)),
  })
  useReport('keys', {
    crumbs: quick === 'all' ? [] : [quick],
    enter: selected && (isAlone ? 'the list' : 'detail'),
    command:
      isAlone && selected?.key
        ? oneCommand(selected)
        : `keys list${quick === 'all' ? '' : ` --${quick}`} ${orderOption(sort.by, sort.isDescending, keySortBy(sort.by).isDescending)}${filtered.option}`,
    fieldKeys: filter.fieldKeys ?? hinted,
    states: [state],
  })

  const isOld = usePatience(state.is === 'loading' && state.old !== undefined)
  const news = useNews('keys', accounts !== undefined)
  const isNew = ({ key }: KeyEntry) => news.isNew(key?.key.createdAt)
  const rows =
    shown.length > 0
      ? listRows(shown, textOf, { list, height: sizes.listHeight, width, isNew }, theme)
      : wrapText(emptyKeys(state, entries.length, filter.text), width - 2).map((line) => ` ${theme.muted(line)}`)
  const column = sort.by === 'care' ? 'note' : sort.by
  const drawn = [
    withNews(keysHead(entries, state, width, theme), entries.filter(isNew).length, theme),
    filtered.divider(entries.length, width, theme, shown.length),
    ` ${headingRow(placed, { id: column, isDescending: sort.isDescending }, theme)}`,
    ...failures,
    ...stackPanes(rows, detail, sizes, width, theme),
  ].map((line) => cutStyled(line, width))
  return <Body lines={isOld ? drawn.map(theme.dim) : drawn} height={height} />
}

const oneCommand = ({ account, key }: KeyEntry): string =>
  `keys list ${shellWord(account.id)} --where ${shellWord(`id="${key?.key.id}"`)}`

/** Selects a row as soon as it is known, and leaves the selection to the user from then on. */
const useSelectOnce = (id: string | undefined, select: (id: string) => void): void => {
  const [done, setDone] = useScreenState<string | undefined>('sought', undefined)
  const latest = useRef(select)
  latest.current = select
  useEffect(() => {
    if (id === undefined || id === done) return
    latest.current(id)
    setDone(id)
  }, [id, done, setDone])
}

const none: number[] = []
const hinted = [...keyListKeys, ...managementHints]

export const keys: Screen = {
  title: 'Keys',
  key: '7',
  letter: 'k',
  summary: 'keys of service accounts, and which of them need care',
  isByRange: false,
  notes: [
    'What needs care comes first: what expires within 30 days, what never expires, what is older than a year. What does not work any more comes last.',
    'A life goes from the creation of a key to its expiry, with today on it; the lives share one scale.',
    'No server lists service accounts: this list holds those that were added, imported, or seen in answers. Keys themselves are kept nowhere.',
    'The value of a new key is shown once, and gone with its dialog.',
  ],
  keys: keyListKeys,
  Component: Keys,
}
