import { useMemo } from 'react'
import { shownOf } from '../../src/cache/load/query-state.ts'
import { type KeySort, keySortBy, keyTable, sortedKeys } from '../../src/domain/keys/key-list.ts'
import { toJson } from '../../src/domain/output/output.ts'
import { useKeys } from '../../src/ui/keys/use-keys.ts'
import { useExports } from '../kit/export/exports.ts'
import { orderOption } from '../kit/export/order-option.ts'
import { shellWord } from '../kit/export/shell-word.ts'
import { useFilteredRows } from '../kit/filter/use-where.ts'
import { ListBody } from '../kit/list/list-body.tsx'
import { managementHints } from '../kit/list/management-keys.ts'
import { nextIn } from '../kit/list/next-in.ts'
import { useNews, withNews } from '../kit/list/use-news.ts'
import { useSelectOnce } from '../kit/list/use-select-once.ts'
import { useStackedList } from '../kit/list/use-stacked-list.ts'
import { usePatience } from '../kit/query/ticks.ts'
import { useQuery } from '../kit/query/use-query.ts'
import type { ScreenProps } from '../kit/screen/screen.ts'
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

export const Keys = ({ width, height, target }: ScreenProps) => {
  const { theme, now } = useSession()
  const state = useQuery('serviceAccounts', {})
  const accounts = shownOf(state)?.data
  const [sort, setSort] = useScreenState<KeySort>('sort', byCareFirst)
  const [quick, setQuick] = useScreenState<QuickKeys>('quick', 'all')

  const minute = Math.floor(now() / 60_000)
  // biome-ignore lint/correctness/useExhaustiveDependencies: ages are told anew each minute
  const entries = useMemo(() => keyEntries(accounts ?? [], now()), [accounts, minute, now])
  const table = useMemo(() => keyTable(minute * 60_000, listedOf), [minute])
  const filtered = useFilteredRows(entries, table)
  const { filter } = filtered
  const shown = useMemo(() => {
    const ofKind = filtered.rows.filter(
      ({ key }) => quick === 'all' || (key?.state === 'active') === (quick === 'active'),
    )
    return sortedKeys(ofKind, listedOf, sort)
  }, [filtered.rows, quick, sort])
  const columns = useMemo(() => keyColumns(theme, entries), [theme, entries])
  const news = useNews('keys', accounts !== undefined)
  const isNew = ({ key }: KeyEntry) => news.isNew(key?.createdAt)
  const stack = useStackedList({ shown, idOf, columns, detailOf: keyDetail, isNew, state, width, height })
  const wanted = target?.key === undefined ? undefined : entries.find(({ key }) => key?.key.id === target.key)?.id
  useSelectOnce(wanted, stack.list.select)

  const act = useKeyActions()
  const { copy, tell } = useLastRow()
  const sorting = (by: KeySort['by']) => () =>
    setSort((before) => (before.by === by ? { by, isDescending: !before.isDescending } : keySortBy(by)))
  useKeys(keyListKeys, {
    ...stack.handlers,
    actions: () => act.actions(stack.selected),
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
    copyRow: () => copy(stack.selected && keyText(stack.selected), 'the row.'),
    copyId: () => copy(stack.selected?.key?.key.id ?? stack.selected?.account.id, 'the id.'),
    copyJson: () =>
      copy(stack.selected?.key && toJson(stack.selected.key.key, { indent: 2 }), 'the key as JSON.', 'text'),
    ...useExports(() => keysExports(shown)),
  })
  useReport('keys', {
    crumbs: quick === 'all' ? [] : [quick],
    enter: () => stack.enter,
    command:
      stack.isAlone && stack.selected?.key
        ? oneCommand(stack.selected)
        : `keys list${quick === 'all' ? '' : ` --${quick}`} ${orderOption(sort.by, sort.isDescending, keySortBy(sort.by).isDescending)}${filtered.option}`,
    fieldKeys: filter.fieldKeys ?? hinted,
    states: [state],
  })

  const isOld = usePatience(state.is === 'loading' && state.old !== undefined)
  const column = sort.by === 'care' ? 'note' : sort.by
  const head = withNews(keysHead(entries, state, width, theme), entries.filter(isNew).length, theme)
  const divider = filtered.divider(entries.length, width, theme, shown.length)
  const rows = stack.rows(
    head,
    divider,
    { id: column, isDescending: sort.isDescending },
    emptyKeys(state, entries.length, filter.text),
  )
  const lines = () => (isOld ? rows().map(theme.dim) : rows())
  return <ListBody list={stack.list} height={height} lines={lines} />
}

const oneCommand = ({ account, key }: KeyEntry): string =>
  `keys list ${shellWord(account.id)} --where ${shellWord(`id="${key?.key.id}"`)}`

const idOf = ({ id }: KeyEntry): string => id
const hinted = [...keyListKeys, ...managementHints]
