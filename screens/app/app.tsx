import { useWindowSize } from 'ink'
import { type Dispatch, memo, type SetStateAction, useCallback, useEffect, useMemo, useState } from 'react'
import { AppError } from '../../src/base/errors.ts'
import { memoize } from '../../src/base/memoize.ts'
import { parseLink } from '../../src/domain/links/link.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import { type Binding, EVERYWHERE, type Keymap, keyLabel } from '../../src/ui/keys/bindings.ts'
import { KeyScopeContext, useLatest } from '../../src/ui/keys/use-keys.ts'
import {
  AroundContext,
  AsciiContext,
  Body,
  LinearContext,
  OverlayContext,
  Screenful,
} from '../../src/ui/layout/rows.tsx'
import { LINEAR_ROWS } from '../../src/ui/linear/linear-marks.ts'
import { type ClickAreas, ClickAreasContext, clickAt } from '../../src/ui/mouse/click-areas.ts'
import { OpenDialogContext } from '../kit/dialogs/use-change.ts'
import { ExportContext, type Exports } from '../kit/export/exports.ts'
import { type ViewOffers, ViewOffersContext } from '../kit/offers/view-offers.ts'
import { useRequests } from '../kit/query/use-query.ts'
import { withEnter } from '../kit/screen/enter-hint.ts'
import { FRAME_ROWS, hintsRow, lastRow, SMALLEST } from '../kit/screen/frame.ts'
import { SCREEN_NAMES, type ScreenName } from '../kit/screen/names.ts'
import type { ScreenProps } from '../kit/screen/screen.ts'
import {
  type Freshness,
  freshnessOf,
  ReportContext,
  type Reports,
  type ScreenReport,
} from '../kit/screen/screen-report.ts'
import { ScreenStateContext } from '../kit/screen/screen-state.ts'
import type { Target } from '../kit/screen/target.ts'
import { type Session, useSession } from '../kit/session/session.ts'
import { useLoaded } from '../kit/session/use-loaded.ts'
import { screens } from '../table.ts'
import { Dialogs, useDialogs } from './dialogs.tsx'
import { type LinkedPlace, parsePlaceLink } from './navigation/linked-place.ts'
import { type Navigation, shownEntry } from './navigation/navigation.ts'
import { goTo, navigationAt, openLinks, shownLink } from './navigation/open-places.ts'
import { askAboutJobs } from './overlays/overlay.ts'
import { dialogOf, type OverlayName, useOverlays, usePendingKeys } from './overlays/overlays.ts'
import { useAppKeys, withWayOut } from './use-app-keys.ts'
import { useHead, useStayingFresh } from './use-head.ts'
import { useMouse } from './use-mouse.ts'
import { useIdleKeys, useJobEnds, useNotice } from './use-notice.ts'

export type AppProps = {
  keymap: Keymap
  firstScreen: ScreenName
  /** What is open at first, in its place: the last of them is shown. @default the first screen alone */
  places?: readonly LinkedPlace[]
  /** Hands out how to tell what is open, as links for the next run. */
  onPlaces?: (links: () => string[]) => void
  quit: () => void
  suspend: () => void
  /** Receives a function that describes the frame on the screen while everything is loaded and nothing covers it. */
  onResting?: (resting: () => RestingFrame | undefined) => void
}

/** A frame as it is while nothing goes on: what it shows was fetched `at` or later, Unix ms. */
export type RestingFrame = {
  /** See {@link agelessRow}. */
  head: readonly [string, string]
  /** The last row. */
  foot: string
  at: number
}

/** The stack of open screens and the frame around the one that is shown. */
export const App = ({ keymap, firstScreen, places = noPlaces, onPlaces, quit, suspend, onResting }: AppProps) => {
  const { columns: width, rows } = useWindowSize()
  const session = useSession()
  const { theme } = session
  const height = theme.isLinear ? LINEAR_ROWS : Math.max(1, rows - FRAME_ROWS)

  const [navigation, setNavigation] = useState(() => navigationAt(places, firstScreen))
  const latest = useLatest(navigation)
  useEffect(
    () => onPlaces?.(() => openLinks({ navigation: latest.current, session: session.get() })),
    [onPlaces, session, latest],
  )
  const { screen: name, target, state } = shownEntry(navigation)
  const screen = useMemo(() => ({ ...screens[name], keys: keymap.keysIn(name, screens[name].keys) }), [keymap, name])
  const [, tell] = useState<Freshness>()
  const [reports] = useState<Reports>(() => ({ latest: undefined, tell }))

  const requests = useRequests()
  useStayingFresh(requests)
  const notice = useNotice(keymap, requests)
  useIdleKeys(keymap, name)
  const [overlay, setOverlay] = useState<OverlayName>()
  const close = useCallback(() => setOverlay(undefined), [])
  const dialogs = useDialogs()
  const [areas] = useState<ClickAreas>(() => new Set())
  const [dialogAreas] = useState<ClickAreas>(() => new Set())
  const [offers] = useState<ViewOffers>(() => new Set())
  const { open: openDialog } = dialogs
  const openOverlay = useCallback(
    (next: OverlayName) => {
      const load = dialogOf(next)
      if (load) openDialog(load, {})
      else setOverlay(next)
    },
    [openDialog],
  )
  const chooseExport = useCallback(
    (exports: Exports, first?: string) => openDialog(loadExportDialog, { exports, first }),
    [openDialog],
  )
  const openLink = useCallback((link: string) => openPlace(link, session, setNavigation), [session])
  const leave = useCallback(() => {
    if (!askAboutJobs(session.jobs, openDialog, { quit })) quit()
  }, [session, openDialog, quit])
  useJobEnds({ name, isListed: overlay === 'jobs' })
  /** What the screen that is shown reports; undefined while it is loaded, and where that failed. */
  const shownReport = () => (reports.latest?.screen === name ? reports.latest.report : undefined)
  const keys = useAppKeys({
    keymap,
    name,
    command: () => withProfile(shownReport()?.command, session),
    commandLacks: () => shownReport()?.commandLacks,
    address: () => shownReport()?.address?.(),
    navigation,
    setNavigation,
    openOverlay,
    openDialog,
    requests,
    quit: leave,
    suspend,
  })
  const appBindings = keys.all
  const drawn = useOverlays(overlay, {
    close,
    width,
    height,
    keymap,
    screen,
    appBindings,
    openDialog,
    openScreen: keys.openScreen,
    link: () => shownLink({ navigation, session: session.get() }, { profile: undefined, isByRange: screen.isByRange }),
    wordsOf: linkWords,
    openLink,
    offers,
    quit: leave,
  })
  const pending = usePendingKeys(keymap, width, theme)
  const head = useHead(name, requests, width)

  const isTooSmall = width < SMALLEST.columns || rows < SMALLEST.rows
  useMouse({
    keymap,
    areas,
    above: isTooSmall
      ? nothing
      : dialogs.opened
        ? (x, y) => clickAt(dialogAreas, x, y)
        : drawn && ((x, y) => drawn.click?.(x, y - Math.max(0, height - drawn.lines().length))),
    clickTab: (cell) => {
      const clicked = head.screenAt(cell)
      if (clicked) keys.openScreen(clicked)
    },
  })
  const hintsOf = ({ fieldKeys, ownKeys }: Pick<ScreenReport, 'fieldKeys' | 'ownKeys'>): readonly Binding[] => {
    if (!fieldKeys) return [...(ownKeys ? keymap.keysIn(name, ownKeys) : screen.keys), ...keys.own]
    // A view that names all it hears names keys of its own and some of everywhere.
    const everywhere = keymap.keysIn(EVERYWHERE, fieldKeys)
    const isOwn = (action: string) => screen.keys.some((binding) => binding.action === action)
    return keymap
      .keysIn(name, fieldKeys)
      .map((binding, at) => (isOwn(binding.action) ? binding : (everywhere[at] ?? binding)))
  }
  const copyKey = keys.own.find(({ action }) => action === 'copyCommand')?.keys[0] ?? ''
  const covering = dialogs.opened ? dialogs.keys : drawn?.keys
  // All but the hint of Enter and the command stays as it is while the selected row moves, which draws the body alone.
  const framedBy = memoize((shown: ScreenReport | undefined) => {
    const own = covering ?? withWayOut(hintsOf(shown ?? {}), keys.isAtRoot)
    const hinted = own.filter(({ hint }) => hint)
    return {
      above: head.rows(shown),
      hints: memoize((enter: string | undefined) =>
        hintsRow(covering ? hinted : withEnter(hinted, enter), width, theme),
      ),
      last: memoize((command: string) => lastRow(command, notice, width, theme, keyLabel(copyKey)), 1),
    }
  }, 1)
  const around = () => {
    const shown = shownReport()
    const { above, hints, last } = framedBy(shown)
    return { above, below: [hints(shown?.enter()), last(withProfile(shown?.command, session))] }
  }
  const over = drawn ?? pending
  const isCovered = isTooSmall || dialogs.opened !== undefined || over !== undefined
  const resting = useLatest((): RestingFrame | undefined => {
    const shown = shownReport()
    if (!shown || isCovered || !head.isAtRest || notice !== undefined) return undefined
    const { oldest, isLoading, isFailed } = freshnessOf(shown.states)
    const ageless = head.ageless(shown)
    if (oldest === undefined || isLoading || isFailed || !ageless) return undefined
    const foot = lastRow(withProfile(shown.command, session), undefined, width, theme, keyLabel(copyKey))
    return { head: ageless, foot, at: oldest }
  })
  useEffect(() => onResting?.(() => resting.current()), [onResting, resting])
  return (
    <AsciiContext value={theme.isAscii}>
      <LinearContext value={theme.isLinear}>
        {isTooSmall ? (
          <Screenful lines={tooSmallLines(width, rows)} />
        ) : (
          <AroundContext value={around}>
            <OverlayContext value={over}>
              <ClickAreasContext value={areas}>
                <ViewOffersContext value={offers}>
                  <ScreenStateContext value={state}>
                    <ReportContext value={reports}>
                      <OpenDialogContext value={openDialog}>
                        <ExportContext value={chooseExport}>
                          <Shown
                            name={name}
                            target={target}
                            width={width}
                            height={height}
                            open={keys.openScreen}
                            back={keys.goBack}
                            minute={Math.floor(session.now() / 60_000)}
                          />
                        </ExportContext>
                      </OpenDialogContext>
                    </ReportContext>
                  </ScreenStateContext>
                </ViewOffersContext>
              </ClickAreasContext>
            </OverlayContext>
          </AroundContext>
        )}
        {/* Here in both cases: what was typed outlives a window that is too small for a while. */}
        <ClickAreasContext value={dialogAreas}>
          <Dialogs {...dialogs} width={width} height={height} isHidden={isTooSmall} />
        </ClickAreasContext>
      </LinearContext>
    </AsciiContext>
  )
}

const noPlaces: readonly LinkedPlace[] = []
const nothing = () => {}
const noLines: readonly string[] = []

/** Where a link leads: the screen, what is shown there and how. */
const linkWords = (link: string): string => {
  const { screen, path, params } = parseLink(link)
  const name = SCREEN_NAMES.find((one) => one === screen)
  const how = [...params].map(([what, value]) => `${what} ${value}`)
  return safeText([name ? screens[name].title : screen, path, ...how].filter(Boolean).join('  '))
}

/** Goes where a link leads; what leads nowhere any more is told. */
const openPlace = (
  link: string,
  session: Session,
  setNavigation: Dispatch<SetStateAction<Navigation<ScreenName>>>,
): void => {
  try {
    const place = parsePlaceLink(link, session.now())
    session.set({ at: undefined, ...place.session })
    setNavigation((before) => goTo(before, place))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    session.set({ notice: error.message })
  }
}

/** The command of what is shown, so that a shell asks the same organisation as of the same day. */
const withProfile = (told: ScreenReport['command'] | undefined, { profileToName, get }: Session): string => {
  const shown = typeof told === 'function' ? told() : told
  if (!shown) return ''
  const { at } = get()
  const command = at !== undefined && /^(readiness|controls) (?!rules)/.test(shown) ? `${shown} --at ${at}` : shown
  return profileToName === undefined ? command : `${command} --profile ${profileToName}`
}

const loadExportDialog = async () => (await import('./overlays/export-dialog.tsx')).ExportDialog

const tooSmallLines = (width: number, rows: number): string[] => {
  const lines = Array.from({ length: Math.max(1, rows) }, () => '')
  const told = ` too small: ${width}x${rows}, needs ${SMALLEST.columns}x${SMALLEST.rows}`
  lines[Math.floor(rows / 2)] = told.slice(0, width)
  return lines
}

type ShownProps = {
  name: ScreenName
  width: number
  height: number
  target: Target | undefined
  open: ScreenProps['open']
  back: ScreenProps['back']
  /** A new one draws the screen again, so that its days and ages are never other ones than those of the first row. */
  minute: number
}

/** The shown screen; drawn again only for its own reasons, not when the frame around it changes. */
const Shown = memo(({ name, minute: _, ...props }: ShownProps) => {
  const Component = useLoaded(screens[name].load, 'This screen')
  if (!Component) return <Body lines={noLines} height={props.height} />
  // Another target is another screen: nothing of the one before may stay.
  return (
    <KeyScopeContext value={name}>
      <Component key={`${name} ${JSON.stringify(props.target)}`} {...props} />
    </KeyScopeContext>
  )
})
