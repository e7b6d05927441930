import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { AppError } from '../../src/base/errors.ts'
import { memoize } from '../../src/base/memoize.ts'
import type { HookEventName } from '../../src/contract/hooks.ts'
import type { RowTable } from '../../src/domain/filter/row-columns.ts'
import { channelTable } from '../../src/domain/hooks/channel-row.ts'
import { decisionTable } from '../../src/domain/hooks/decision-table.ts'
import { ruleTable } from '../../src/domain/hooks/rule-row.ts'
import { wrapText } from '../../src/domain/text/fit.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import { useKeys } from '../../src/ui/keys/use-keys.ts'
import { cutStyled } from '../../src/ui/layout/columns.ts'
import { createRowTexts, headingRow, placeColumns } from '../../src/ui/layout/data-table.ts'
import { useClickArea, useRowClicks, wordAt } from '../../src/ui/mouse/click-areas.ts'
import { stackPanes, stackSizes } from '../kit/detail/list-over-detail.ts'
import { MOST_DETAILS, useLateDetail } from '../kit/detail/use-detail.ts'
import { copiedCells } from '../kit/export/copied-cells.ts'
import { type Exports, useExports } from '../kit/export/exports.ts'
import { tableFormats } from '../kit/export/table-formats.ts'
import { useFilteredRows } from '../kit/filter/use-where.ts'
import { ListBody } from '../kit/list/list-body.tsx'
import { listRows } from '../kit/list/list-rows.ts'
import { nextIn } from '../kit/list/next-in.ts'
import { NO_ROW } from '../kit/list/nothing-to-do.ts'
import { useLeaving } from '../kit/list/use-leaving.ts'
import { listHandlers, useQuietList } from '../kit/list/use-list.ts'
import { useNews, withNews } from '../kit/list/use-news.ts'
import { useSelectOnce } from '../kit/list/use-select-once.ts'
import type { ScreenProps } from '../kit/screen/screen.ts'
import { useReport } from '../kit/screen/screen-report.ts'
import { useScreenState } from '../kit/screen/screen-state.ts'
import type { NotifierState } from '../kit/session/notifier.ts'
import { useSession } from '../kit/session/session.ts'
import { useLastRow } from '../kit/session/use-last-row.ts'
import {
  HOOK_VIEWS,
  type HookEntry,
  type HookView,
  hookCells,
  hookColumns,
  hookEntries,
  hookTwins,
} from './hook-entries.ts'
import { emptyHooks, hooksHead, verdictLine, viewTitles } from './hooks-head.ts'
import { EVENT_NAMES, hooksHints, hooksKeys } from './hooks-keys.ts'
import { useHookActions } from './use-hook-actions.ts'

export const Hooks = ({ width, height, target }: ScreenProps) => {
  const { theme, now } = useSession()
  const [view, setView] = useScreenState<HookView>('view', 'channels')
  const [event, setEvent] = useScreenState<HookEventName>('event', 'Notification')
  const [isAlone, setAlone] = useScreenState('alone', false)
  const { state, failure, look } = useNotifierState(event)

  const minute = Math.floor(now() / 60_000)
  // biome-ignore lint/correctness/useExhaustiveDependencies: ages are told anew each minute
  const entries = useMemo(
    () => (state ? hookEntries(view, state, now(), theme) : []),
    [state, view, minute, now, theme],
  )
  const table = useMemo(() => hookTable(view, minute * 60_000), [view, minute])
  const filtered = useFilteredRows(entries, table, { key: `filter:${view}` })
  const { rows: shown, filter } = filtered
  const ids = useMemo(() => shown.map(({ id }) => id), [shown])

  // What happened to the agent is news; channels and rules are the user's own doing.
  const news = useNews('hooks', state !== undefined)
  const isNew = ({ told }: HookEntry) => news.isNew(told.decision?.at)
  const newCount = state?.log.filter(({ at }) => news.isNew(at)).length ?? 0
  const headRow = hooksHead(state, view, width, theme)
  const head = [
    withNews(headRow, newCount, theme),
    ...(state && view !== 'decisions' ? [verdictLine(state, width, theme)] : []),
    ...(failure === undefined ? [] : wrapText(safeText(failure), width - 2).map((line) => ` ${theme.bad(line)}`)),
  ]
  const sizes = stackSizes(Math.max(0, height - head.length - 2), shown.length, isAlone && shown.length > 0)
  const listHeight = sizes.listHeight || sizes.detailHeight
  const list = useQuietList(`row:${view}`, ids, listHeight)
  useSelectOnce(view === 'channels' ? ids.find((id) => id === target?.row) : undefined, list.select)
  useRowClicks(list, { top: head.length + 2, height: sizes.listHeight, count: ids.length })
  useClickArea({
    top: 0,
    height: 1,
    click: (cell) => {
      const next = state && HOOK_VIEWS[wordAt(head[0] ?? '', cell, viewTitles(state)) ?? -1]
      if (next) setView(next)
    },
  })
  const selectedNow = () => shown[list.selected]
  const linesOf = useMemo(() => memoize((entry: HookEntry) => detailLines(entry, width - 2), MOST_DETAILS), [width])
  const detailNow = useLateDetail(() => {
    const selected = selectedNow()
    return { id: selected && `${view} ${selected.id}`, lines: selected ? linesOf(selected) : [], found: none }
  }, sizes.detailHeight)
  const placed = useMemo(() => placeColumns(hookColumns(view), shown, width - 2), [view, shown, width])
  const textOf = useMemo(() => createRowTexts(placed, theme), [placed, theme])

  const openActions = useHookActions({ state, selectedNow, look })
  const { copy } = useLastRow()
  useLeaving(isAlone && shown.length > 0, () => setAlone(false))
  const toView = (step: 1 | -1) => () => setView(nextIn(HOOK_VIEWS, view, step))
  const toEvent = (step: 1 | -1) => () => setEvent(nextIn(EVENT_NAMES, event, step))
  useKeys(hooksKeys, {
    ...listHandlers(list, listHeight, shown.length),
    nextView: toView(1),
    previousView: toView(-1),
    detail: () => (selectedNow() ? setAlone(!isAlone) : NO_ROW),
    scrollDown: () => detailNow().scrollDown(),
    scrollUp: () => detailNow().scrollUp(),
    nextEvent: toEvent(1),
    previousEvent: toEvent(-1),
    actions: openActions,
    filter: filter.open,
    copyRow() {
      const selected = selectedNow()
      copy(selected && copiedCells(hookCells(view, selected)), 'the row.')
    },
    copyDetail: () => copy(selectedNow()?.detail.join('\n'), 'the detail.', 'text'),
    ...useExports(() => hooksExports(view, shown)),
  })
  useReport('hooks', {
    crumbs: [],
    enter: () => selectedNow() && (isAlone ? 'the list' : 'detail'),
    command: `${hookTwins[view].command}${filtered.option}`,
    fieldKeys: filter.fieldKeys ?? hooksHints,
    states: [],
  })

  const above = [...head, filtered.divider(entries.length, width, theme), ` ${headingRow(placed, undefined, theme)}`]
  const lines = () => {
    const rows =
      shown.length > 0
        ? listRows(shown, textOf, { list, height: sizes.listHeight, width, isNew }, theme)
        : wrapText(emptyHooks(state, view, filter.text), width - 2).map((line) => ` ${theme.muted(line)}`)
    return [...above, ...stackPanes(rows, detailNow(), sizes, width, theme)].map((line) => cutStyled(line, width))
  }
  return <ListBody list={list} lines={lines} height={height} />
}

const none: number[] = []

const detailLines = ({ detail }: HookEntry, width: number): string[] =>
  detail.flatMap((line) => (line === '' ? [''] : wrapText(safeText(line, 'text'), Math.max(1, width))))

/** The rows of a view as they are listed. */
const hooksExports = (view: HookView, entries: readonly HookEntry[]): Exports | undefined => {
  if (entries.length === 0) return undefined
  const { members: columns, readable } = hookTwins[view]
  const rows = entries.map(({ row }) => row)
  return {
    name: `hooks-${view}`,
    formats: tableFormats(() => ({ rows, columns, ...(readable && { readable }) })),
    shown: 'md',
  }
}

/** How often it is looked whether something was told meanwhile, ms. */
const LOOK_MS = 2_000

/** What is known of the notifier, while its screen is shown; what cannot be read is told in a sentence. */
export const useNotifierState = (event: HookEventName) => {
  const { notifier } = useSession()
  const [found, setFound] = useState<{ state: NotifierState | undefined; failure: string | undefined }>(nothing)
  const version = useRef<string>(undefined)
  const look = useCallback(async () => {
    try {
      const state = await notifier.load(event, version.current)
      if (!state) return
      version.current = state.version
      setFound({ state, failure: undefined })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      version.current = undefined
      setFound((before) =>
        before.failure === error.message ? before : { state: before.state, failure: error.message },
      )
    }
  }, [notifier, event])
  useEffect(() => {
    void look()
    const timer = setInterval(look, LOOK_MS)
    return () => clearInterval(timer)
  }, [look])
  return { ...found, look }
}

const nothing = { state: undefined, failure: undefined }

/** Filters of a view: those that the command line has for the same rows. */
export const hookTable = (view: HookView, now: number): RowTable<HookEntry> => {
  switch (view) {
    case 'decisions':
      return decisionTable(now, ({ told }: HookEntry) => told.decision ?? NO_DECISION)
    case 'channels':
      return channelTable(({ told }: HookEntry) => told.channel)
    case 'rules':
      return ruleTable(({ told }: HookEntry) => told.rule)
  }
}

const NO_DECISION = { at: Number.NaN, outcome: '', why: '' }
