import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { AppError } from '../../src/base/errors.ts'
import type { HookEventName } from '../../src/contract/hooks.ts'
import type { RowTable } from '../../src/domain/filter/row-columns.ts'
import { channelTable } from '../../src/domain/hooks/channel-row.ts'
import { decisionTable } from '../../src/domain/hooks/decisions.ts'
import { NO_RULES_NOTICE, ruleTable } from '../../src/domain/hooks/rule-row.ts'
import { wrapText } from '../../src/domain/text/fit.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import { useKeys } from '../../src/ui/keys/use-keys.ts'
import { joinFitting, spaceBetween } from '../../src/ui/layout/columns.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'
import { useClickArea, wordAt } from '../../src/ui/mouse/click-areas.ts'
import { copiedCells } from '../kit/export/command-options.ts'
import { listExports } from '../kit/export/exports.ts'
import { nextIn } from '../kit/list/use-list.ts'
import { useListScreen } from '../kit/list/use-list-screen.tsx'
import { useEachMinute } from '../kit/query/ticks.ts'
import type { ScreenProps } from '../kit/screen/screen.ts'
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
  hookOutputs,
} from './hook-entries.ts'
import { EVENT_NAMES, hooksHints, hooksKeys, hooksState } from './hooks-keys.ts'
import { useHookActions } from './use-hook-actions.ts'

export const Hooks = ({ width, height, target }: ScreenProps) => {
  const { theme } = useSession()
  const [view, setView] = useScreenState(hooksState.view)
  const [event, setEvent] = useScreenState(hooksState.event)
  const { state, failure, reload } = useNotifierState(event)

  const entriesAt = useCallback(
    (now: number) => (state ? hookEntries[view](state, now, theme) : []),
    [state, view, theme],
  )
  const entries = useEachMinute(entriesAt)
  const channel = view === 'channels' ? target?.row : undefined
  const head = [hooksHead(state, view, width, theme)]
  if (state && view !== 'decisions') head.push(verdictLine(state, width, theme))
  if (failure !== undefined) head.push(...wrapText(safeText(failure), width - 2).map((line) => ` ${theme.bad(line)}`))
  const screen = useListScreen({
    name: 'hooks',
    keys: { ...hooksState, filter: hooksState.filter.at(view), row: hooksState.row.at(view) },
    width,
    height,
    isLoaded: state !== undefined,
    entries,
    idOf,
    target: channel,
    table: useEachMinute(hookTables[view]),
    columns: useMemo(() => hookColumns(view), [view]),
    detailOf: detailLines,
    // Only decisions are marked as new, because users create channels and rules themselves.
    arrivedAt: ({ data }) => data.decision?.at,
    arrivals: state?.log.map(({ at }) => at),
    head: () => head,
    empty: (filter) => emptyHooks(state, view, filter),
    copies: { row: (entry) => copiedCells(hookCells(view, entry)) },
    exports: (rows) => hooksExports(view, rows),
    command: { list: hookOutputs[view].command },
    hinted: hooksHints,
  })
  useClickArea({
    top: 0,
    height: 1,
    click: (cell) => {
      const next = state && HOOK_VIEWS[wordAt(screen.head[0] ?? '', cell, viewTitles(state)) ?? -1]
      if (next) setView(next)
    },
  })
  const { getSelected } = screen
  const openActions = useHookActions({ state, getSelected, reload })
  const { copy } = useLastRow()
  const toView = (step: 1 | -1) => () => setView(nextIn(HOOK_VIEWS, view, step))
  const toEvent = (step: 1 | -1) => () => setEvent(nextIn(EVENT_NAMES, event, step))
  useKeys(hooksKeys, {
    ...screen.handlers,
    nextView: toView(1),
    previousView: toView(-1),
    nextEvent: toEvent(1),
    previousEvent: toEvent(-1),
    actions: openActions,
    copyDetail: () => copy(getSelected()?.detail.join('\n'), 'the detail.', 'text'),
  })
  return screen.body
}

const idOf = ({ id }: HookEntry): string => id

const detailLines = ({ detail }: HookEntry, width: number): string[] =>
  detail.flatMap((line) => (line === '' ? [''] : wrapText(safeText(line, 'text'), Math.max(1, width))))

const hooksExports = (view: HookView, entries: readonly HookEntry[]) => {
  const { members: columns, readable = columns } = hookOutputs[view]
  return listExports(`hooks-${view}`, { rows: entries.map(({ row }) => row), columns, readable })
}

/** Interval in ms at which the notifier is checked for changes. */
const POLL_MS = 2_000

/** The state of the notifier, updated while its screen is shown, and why it can't be read, in one sentence. */
export const useNotifierState = (event: HookEventName) => {
  const { notifier } = useSession()
  const [found, setFound] = useState<{ state: NotifierState | undefined; failure: string | undefined }>(nothing)
  const version = useRef<string>(undefined)
  const reload = useCallback(async () => {
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
    void reload()
    const timer = setInterval(reload, POLL_MS)
    return () => clearInterval(timer)
  }, [reload])
  return { ...found, reload }
}

const nothing = { state: undefined, failure: undefined }

/** The filters of the views. The commands for the same rows have the same filters. */
const hookTables: Record<HookView, (now: number) => RowTable<HookEntry>> = {
  decisions: (now) => decisionTable(now, ({ data }) => data.decision ?? NO_DECISION),
  channels: (now) => channelTable(now, ({ data }) => data.channel),
  rules: () => ruleTable(({ data }) => data.rule),
}

const NO_DECISION = { at: Number.NaN, outcome: '', why: '' }

/** The title of each view with its number of rows, in the order of the views. */
const viewTitles = ({ channels, log, rules }: NotifierState): string[] => {
  const counts: Record<HookView, number> = { channels: channels.length, decisions: log.length, rules: rules.length }
  return HOOK_VIEWS.map((view) => `${counts[view]} ${counts[view] === 1 ? view.slice(0, -1) : view}`)
}

/** The views with their numbers of rows, and the number of waiting messages. */
const hooksHead = (state: NotifierState | undefined, view: HookView, width: number, theme: Theme): string => {
  if (!state) return ` ${theme.muted('HOOKS')}`
  const parts = viewTitles(state).map((title, at) => (HOOK_VIEWS[at] === view ? theme.accent(title) : title))
  if (state.waiting > 0) parts.push(theme.warn(`${state.waiting} waiting`))
  return spaceBetween(` ${joinFitting(parts, width - 2, '   ')}`, '', width)
}

/** What the rules would do with the test event. */
const verdictLine = ({ eventTest: { event, verdict, notice } }: NotifierState, width: number, theme: Theme): string => {
  const is =
    verdict.is === 'accepted'
      ? theme.good(`${theme.signs.good} would be sent`)
      : theme.muted(`${theme.signs.none} would not be sent`)
  const parts = [
    `${theme.muted('test')} ${theme.strong(event.hook_event_name)} ${is}`,
    safeText(verdict.why),
    theme.muted(safeText(notice.title)),
  ]
  return ` ${joinFitting(parts, width - 2, '   ')}`
}

/** The text for an empty list: the reason and what to do. */
const emptyHooks = (state: NotifierState | undefined, view: HookView, filter: string): string => {
  if (!state) return 'loading the notifier'
  if (filter.trim() !== '') return `No row matches ${safeText(filter.trim())}. Press Esc to show all.`
  return {
    channels: 'No channels.',
    decisions: "No notifications yet. Press a to install the hooks in your agent's settings, or to copy them.",
    rules: `${NO_RULES_NOTICE} Rules are in config.json, under hooks.`,
  }[view]
}
