import { useEffect, useRef } from 'react'
import { memoize } from '../../src/base/memoize.ts'
import { EARLIEST_DAY } from '../../src/domain/calendar/calendar.ts'
import { shiftedChoice } from '../../src/domain/calendar/shift-range.ts'
import { dayLabel } from '../../src/domain/text/format.ts'
import { type Binding, EVERYWHERE, type Keymap } from '../../src/ui/keys/bindings.ts'
import { useKeys } from '../../src/ui/keys/use-keys.ts'
import type { OpenDialog } from '../kit/dialogs/use-change.ts'
import { shellWord } from '../kit/export/command-options.ts'
import type { Requests } from '../kit/query/use-query.ts'
import type { ScreenName } from '../kit/screen/names.ts'
import type { ScreenReport } from '../kit/screen/screen-report.ts'
import { type Session, useSession } from '../kit/session/session.ts'
import { useLastRow } from '../kit/session/use-last-row.ts'
import { BACK_TO_NOW } from '../kit/session/use-range.ts'
import { screens } from '../table.ts'
import { type AppAction, appKeys, type OpenAction, openKeys, voiceKeys } from './app-keys.ts'
import type { AppNavigation } from './navigation/use-navigation.ts'
import { OVERLAY_NAMES, type OverlayName } from './overlays/overlays.ts'
import { curlText } from './overlays/requests/request-row.ts'

const NO_REQUESTS = 'This screen loads nothing from the server.'
const NO_REQUEST_YET = 'This screen has sent no requests yet. Press R to load it.'
const AT_TOP = 'This is the top level. Press q to quit.'

type AppKeysInput = {
  keymap: Keymap
  /** The shown screen, and its report. */
  name: ScreenName
  report: () => ScreenReport | undefined
  navigation: AppNavigation
  openOverlay: (name: OverlayName) => void
  openDialog: OpenDialog
  requests: Requests
  leave: () => void
  suspend: () => void
}

/** Binds the keys that work on every screen. Returns `all` for help, and `own`, without the keys that open screens, for the hints. */
export const useAppKeys = (input: AppKeysInput) => {
  const { keymap, name, navigation, openOverlay, requests, leave, suspend } = input
  const session = useSession()
  const { levels, leaveLevel, switchScreen, previousScreen, backward, forward } = navigation
  const interrupt = useInterrupt(keymap, requests, leave)
  const bindings = keysFor(screens[name].isByRange)(session.voice !== undefined)
  const [all, own] = [keymap.keysIn(EVERYWHERE, bindings.all), keymap.keysIn(EVERYWHERE, bindings.own)]
  useKeys(
    bindings.all,
    {
      ...(Object.fromEntries(
        openKeys.map(({ action, screen }) => [
          action,
          () =>
            screen === name && levels().length === 1
              ? `${screens[screen].title} is the current screen.`
              : switchScreen(screen),
        ]),
      ) as OpenHandlers<OpenAction>),
      ...(Object.fromEntries(
        OVERLAY_NAMES.map((overlay) => [overlay, () => openOverlay(overlay)]),
      ) as OpenHandlers<OverlayName>),
      ...sessionHandlers(session, requests),
      ...useShownHandlers(input),
      previousScreen,
      backward,
      forward,
      up: () => {
        if (session.get().at !== undefined) return session.set({ at: undefined, notice: BACK_TO_NOW })
        return leaveLevel() ? undefined : AT_TOP
      },
      leaveLevel: () => (leaveLevel() ? undefined : AT_TOP),
      back: () => {
        if (!leaveLevel()) leave()
      },
      interrupt,
      suspend,
      // The keymap handles the digits.
      count: () => {},
    },
    { kind: 'app' },
  )
  return { all, own }
}

/** Handlers of the keys that change state shared by all screens. */
const sessionHandlers = (session: Session, { queries }: Requests) => {
  const { get, set, voice } = session
  const shiftDays = (step: 1 | -1) => () => {
    const range = shiftedChoice(get().range, step, session.now())
    set(range ? { range } : { notice: step === 1 ? NO_LATER : NO_EARLIER })
  }
  return {
    earlierDays: shiftDays(-1),
    laterDays: shiftDays(1),
    compare: () => set({ isComparing: !get().isComparing }),
    private: () => set({ isPrivate: !get().isPrivate }),
    refresh: () => {
      if (!queries) return STARTING
      return queries.refresh('stale') ? undefined : 'Nothing is stale. Press R to reload anyway.'
    },
    refreshAll: () => (queries ? queries.refresh('all') : STARTING),
    pause: () => {
      const isPaused = get().pausedAt !== undefined
      set({
        pausedAt: isPaused ? undefined : session.now(),
        notice: isPaused ? 'Resumed. Stale data is refreshed.' : 'Auto-refresh is paused. Press P to resume.',
      })
      if (isPaused) queries?.refresh('stale')
    },
    sayAll: () => voice?.sayAll(),
    saySelected: () => voice?.sayRow(),
  }
}

/** Handlers of the keys that copy the command, link or request of the current view, or open its web address. */
const useShownHandlers = ({ name, report, navigation, requests, openDialog }: AppKeysInput) => {
  const session = useSession()
  const { copy } = useLastRow()
  const { endpoints } = screens[name]
  return {
    copyCommand: () => {
      const words = shownCommand(report(), session)
      if (words === '') return 'No command for this view yet.'
      const omitted = report()?.commandOmits
      return copy(`qd ${words}`, `qd ${words}${omitted ? ` (without ${omitted})` : ''}`)
    },
    copyLink: () => {
      const link = navigation.link(session.linkProfile)
      if (link === undefined) return 'Too long for a link: shorten the filter.'
      return copy(link, link, 'line', `open ${shellWord(link)}`)
    },
    copyCurl: () => {
      const names: readonly string[] = endpoints
      const newest = requests.log.findLast(({ endpoint, method }) => method === 'GET' && names.includes(endpoint))
      const text = newest && curlText(newest)
      if (!newest || text === undefined) return endpoints.length === 0 ? NO_REQUESTS : NO_REQUEST_YET
      const { pathname, search } = new URL(newest.url)
      return copy(text, `curl, without the key: GET ${pathname}`, 'line', `api ${shellWord(pathname + search)}`)
    },
    browse: () => {
      const selected = report()?.address?.()
      return selected ? openDialog(loadBrowseDialog, selected) : NO_ADDRESS
    },
  }
}

/** The command for the current view, with options for the shown organisation and day; empty if there is none. */
export const shownCommand = (report: ScreenReport | undefined, { profileToName, get }: Session): string => {
  const given = report?.command
  const shown = typeof given === 'function' ? given() : given
  if (!shown) return ''
  const { at } = get()
  const command = at !== undefined && /^(readiness|controls) (?!rules)/.test(shown) ? `${shown} --at ${at}` : shown
  return profileToName === undefined ? command : `${command} --profile ${profileToName}`
}

/** Sets the hint of the key that goes back: `back`, or `quit` at the top level, because views can't read the levels. */
export const withBackHint = (hints: readonly Binding[], isAtTop: boolean): readonly Binding[] =>
  hints.map((binding) =>
    binding.hint && binding.action === 'back' ? { ...binding, hint: isAtTop ? 'quit' : 'back' } : binding,
  )
const NO_LATER = 'Yesterday is the last day with data.'
const NO_EARLIER = `${dayLabel(EARLIEST_DAY)} is the first day with data.`

const NO_ADDRESS = 'The selection has no known web address.'

const loadBrowseDialog = async () => (await import('../kit/dialogs/browse-dialog.tsx')).BrowseDialog

const STARTING = 'Still starting.'

type OpenHandlers<Action extends string> = Record<Action, () => void>

/** The first press cancels the running requests and says that a second press quits; the second press in a row quits. */
const useInterrupt = (keymap: Keymap, { queries, inFlight, wait }: Requests, quit: () => void) => {
  const session = useSession()
  /** Whether the current key press is Ctrl-C, and whether the previous one was. */
  const pressed = useRef({ now: false, before: false })
  useEffect(
    () =>
      keymap.onPress(() => {
        pressed.current = { now: false, before: pressed.current.now }
      }),
    [keymap],
  )
  return () => {
    // Cancelled requests may still be in flight at the second press.
    if (pressed.current.before) return quit()
    pressed.current.now = true
    // Users may press Ctrl-C out of habit, as in a shell, so a single press must not quit.
    if (inFlight === 0 && !wait) return session.set({ notice: 'Nothing is loading. Press Ctrl-C again to quit.' })
    queries?.cancel()
    session.set({ notice: 'Loading cancelled. Press R to load again, or Ctrl-C again to quit.' })
  }
}

type AppBinding = Binding & { action: AppAction }

const rangeActions: ReadonlySet<AppAction> = new Set(['range', 'earlierDays', 'laterDays', 'compare'])
/** The keys that apply to a screen, depending on its range and on whether it is spoken. */
export const keysFor = memoize((isByRange: boolean) =>
  memoize((isSpoken: boolean) => {
    const kept = appKeys.filter(({ action }) => isByRange || !rangeActions.has(action))
    const own: readonly AppBinding[] = isSpoken ? [...voiceKeys, ...kept] : kept
    return { all: [...openKeys, ...own], own }
  }),
)
