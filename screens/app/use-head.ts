import { choiceLabel, rangeOf } from '../../src/domain/calendar/range-choice.ts'
import { comparisonFor } from '../../src/domain/overview/overview-figures.ts'
import { EVERYWHERE, keyLabel } from '../../src/ui/keys/bindings.ts'
import { useKeymap } from '../../src/ui/keys/use-keys.ts'
import { useSpinner } from '../kit/query/ticks.ts'
import type { Requests } from '../kit/query/use-requests.ts'
import { firstRow, linearHead, rule, secondRow, tabAt } from '../kit/screen/frame.ts'
import { SCREEN_NAMES, type ScreenName } from '../kit/screen/names.ts'
import { freshnessOf, type ScreenReport } from '../kit/screen/screen-report.ts'
import { useSession, useSessionState } from '../kit/session/session.ts'
import { useRunningJobs } from '../kit/session/use-jobs.ts'
import { everywhereKeys } from './app-keys.ts'
import { screens } from './table.ts'

/** The rows above the body: whose figures of which days these are, how old, and which screens there are, each at its cells. */
export const useHead = (
  name: ScreenName,
  report: ScreenReport | undefined,
  { queries, inFlight, waitSeconds }: Requests,
  width: number,
): { lines: string[]; screenAt: (cell: number) => ScreenName | undefined } => {
  const session = useSession()
  const keymap = useKeymap()
  const { theme } = session
  const profile = useSessionState('profile')
  const isDemo = useSessionState('isDemo')
  const isReadOnly = useSessionState('isReadOnly')
  const connection = useSessionState('connection')
  const choice = useSessionState('range')
  const isComparing = useSessionState('isComparing')
  const at = useSessionState('at')
  const jobs = useRunningJobs()
  const starting = connection.is === 'starting' ? connection.what : undefined
  const freshness = freshnessOf(report?.states ?? [])
  const spinner = useSpinner(inFlight > 0 || starting !== undefined, theme)

  const screen = screens[name]
  const now = session.now()
  const pausedAt = useSessionState('pausedAt')
  const range = rangeOf(choice, pausedAt ?? now)
  const keyOf = new Map(
    keymap.keysIn(EVERYWHERE, everywhereKeys).map(({ action, keys }) => [action, keyLabel(keys[0] ?? '')]),
  )
  const tabs = SCREEN_NAMES.map((one) => ({
    key: keyOf.get(`open:${one}`) ?? '',
    title: screens[one].title,
    isActive: one === name,
  }))
  const first = {
    profile,
    isDemo,
    isReadOnly,
    asOf: at === undefined ? undefined : { day: at, isShown: screen.asOf !== undefined },
    crumbs: [screen.title, ...(report?.crumbs ?? [])],
    days: screen.isByRange
      ? report?.days
        ? { name: '', ...report.days }
        : { name: choiceLabel(choice), range, previous: isComparing ? comparisonFor(range) : undefined }
      : undefined,
    freshness,
    requests: inFlight,
    jobs,
    isPaused: pausedAt !== undefined,
    isOffline: queries?.isOffline ?? false,
    waitSeconds,
    starting,
    spinner,
    now,
  }
  const keys = { command: keyOf.get('palette') ?? '', help: keyOf.get('help') ?? '' }
  if (theme.isLinear) return { lines: linearHead(first, theme), screenAt: () => undefined }
  const lines = [firstRow(first, width, theme), secondRow(tabs, width, theme, keys), rule(width, theme)]
  return { lines, screenAt: (cell) => SCREEN_NAMES[tabAt(cell, tabs, width, theme, keys) ?? -1] }
}
