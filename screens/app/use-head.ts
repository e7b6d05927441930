import { useEffect, useMemo, useState } from 'react'
import { choiceLabel, rangeOf } from '../../src/domain/calendar/shift-range.ts'
import { comparisonFor } from '../../src/domain/overview/overview-figures.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import { EVERYWHERE, keyLabel } from '../../src/ui/keys/bindings.ts'
import { useKeymap } from '../../src/ui/keys/use-keys.ts'
import { MARK } from '../../src/ui/linear/linear-marks.ts'
import { useSpinner } from '../kit/query/ticks.ts'
import type { Requests } from '../kit/query/use-query.ts'
import {
  agelessRow,
  crumbAt,
  type FirstRow,
  firstRow,
  linearHead,
  rule,
  secondRow,
  tabAt,
} from '../kit/screen/frame.ts'
import { SCREEN_NAMES, type ScreenName } from '../kit/screen/names.ts'
import { freshnessOf, type ScreenReport } from '../kit/screen/screen-report.ts'
import { useAnnouncements, useFollowedCount, useSession, useSessionState } from '../kit/session/session.ts'
import { screens } from '../table.ts'
import { announcementRow } from './announcement-row.ts'
import { everywhereKeys } from './app-keys.ts'
import type { OpenLevel } from './navigation/navigation.ts'

export type Head = ReturnType<typeof useHead>

type HeadInput = {
  name: ScreenName
  levels: () => readonly Pick<OpenLevel, 'crumb'>[]
  requests: Requests
  width: number
}

/** Creates the rows above the body: the organisation, the days, the age of the data, and the tabs of the screens. */
export const useHead = ({ name, levels, requests, width }: HeadInput) => {
  const { queries, inFlight, waitSeconds } = requests
  const session = useSession()
  const keymap = useKeymap()
  const { theme } = session
  const profile = useSessionState('profile')
  const host = useSessionState('host')
  const isDemo = useSessionState('isDemo')
  const isReadOnly = useSessionState('isReadOnly')
  const connection = useSessionState('connection')
  const choice = useSessionState('range')
  const isComparing = useSessionState('isComparing')
  const at = useSessionState('at')
  const jobs = useFollowedCount()
  const announcements = useAnnouncements()
  const starting = connection.is === 'starting' ? connection.what : undefined
  const spinner = useSpinner(inFlight > 0 || starting !== undefined, theme)

  const screen = screens[name]
  const now = session.now()
  const pausedAt = useSessionState('pausedAt')
  const range = rangeOf(choice, pausedAt ?? now)
  const chosen = { name: choiceLabel(choice), range, previous: isComparing ? comparisonFor(range) : undefined }
  const tabRow = useMemo(() => {
    const keyOf = new Map(
      keymap.keysIn(EVERYWHERE, everywhereKeys).map(({ action, keys }) => [action, keyLabel(keys[0] ?? '')]),
    )
    const names = SCREEN_NAMES.filter((one) => screens[one].key !== undefined || one === name)
    const tabs = names.map((one) => ({
      key: keyOf.get(`open:${one}`) ?? '',
      title: screens[one].title,
      isActive: one === name,
    }))
    const keys = { command: keyOf.get('palette') ?? '', help: keyOf.get('help') ?? '' }
    return { names, tabs, keys, actionsKey: keyOf.get('actions') ?? '', line: secondRow(tabs, width, theme, keys) }
  }, [keymap, name, width, theme])
  const hosts = session.hostsOf?.(screen.endpoints) ?? []
  const first = (report: ScreenReport | undefined): FirstRow => ({
    // Without a profile, its place has the host of the vendor, which need not be the one that answers.
    profile: hosts.length > 0 && profile === host ? undefined : profile,
    hosts,
    isDemo,
    isReadOnly,
    asOf: at === undefined ? undefined : { day: at, isShown: screen.asOf !== undefined },
    crumbs: levels().map(({ crumb }) => crumb),
    days: screen.isByRange ? (report?.days ? { name: '', ...report.days } : chosen) : undefined,
    freshness: freshnessOf(report?.states ?? []),
    requests: inFlight,
    jobs,
    isPaused: pausedAt !== undefined,
    isOffline: queries?.isOffline ?? false,
    waitSeconds,
    starting,
    spinner,
    now,
  })
  return {
    rows: (report: ScreenReport | undefined) =>
      theme.isLinear
        ? [...linearHead(first(report), theme), ...announcements.map(({ text }) => MARK.news + safeText(text))]
        : [
            firstRow(first(report), width, theme),
            tabRow.line,
            announcements.length === 0
              ? rule(width, theme)
              : announcementRow(announcements, tabRow.actionsKey, width, theme),
          ],
    /** The screen whose tab is at a cell of the second row. */
    screenAt: (cell: number): ScreenName | undefined =>
      theme.isLinear ? undefined : tabRow.names[tabAt(cell, tabRow.tabs, width, theme, tabRow.keys) ?? -1],
    /** The level whose breadcrumb is at a cell of the first row. */
    levelAt: (cell: number, report: ScreenReport | undefined): number | undefined =>
      theme.isLinear ? undefined : crumbAt(cell, first(report), width, theme),
    /** See {@link agelessRow}. */
    ageless: (report: ScreenReport) => agelessRow(first(report), width, theme),
    /** Whether nothing is in progress (no start, request, wait or job) or announced, and refresh is not paused. */
    isIdle:
      connection.is === 'ready' && pausedAt === undefined && inFlight + jobs + waitSeconds + announcements.length === 0,
  }
}

/** Redraws everything each minute, so that ages and days stay correct, and refreshes stale data unless paused. */
export const useMinuteRefresh = ({ queries }: Requests): void => {
  const session = useSession()
  const [, draw] = useState(0)
  useEffect(
    () =>
      session.everyMinute(() => {
        draw((count) => count + 1)
        if (session.get().pausedAt === undefined) queries?.refresh('due')
      }),
    [session, queries],
  )
}
