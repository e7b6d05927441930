import { useWindowSize } from 'ink'
import { memo, type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { memoizePerObject } from '../../src/base/memoize.ts'
import { parseLink } from '../../src/domain/links/link.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import type { Keymap } from '../../src/ui/keys/bindings.ts'
import { KeyScopeContext, useLatest } from '../../src/ui/keys/use-keys.ts'
import {
  type Around,
  AroundContext,
  AsciiContext,
  Body,
  LinearContext,
  OverlayContext,
  type OverlayRows,
  Screenful,
} from '../../src/ui/layout/rows.tsx'
import { LINEAR_ROWS } from '../../src/ui/linear/linear-marks.ts'
import { type ClickAreas, ClickAreasContext, clickAt } from '../../src/ui/mouse/click-areas.ts'
import { type OpenDialog, OpenDialogContext } from '../kit/dialogs/use-change.ts'
import { ExportContext, type Exports } from '../kit/export/exports.ts'
import { type ViewOffers, ViewOffersContext } from '../kit/offers/view-offers.ts'
import { useRequests } from '../kit/query/use-query.ts'
import { FRAME_ROWS, MIN_WINDOW } from '../kit/screen/frame.ts'
import { SCREEN_NAMES, type ScreenName } from '../kit/screen/names.ts'
import type { ScreenProps } from '../kit/screen/screen.ts'
import { type Freshness, ReportContext, type Reports, type ScreenReport } from '../kit/screen/screen-report.ts'
import { type ScreenState, ScreenStateContext } from '../kit/screen/screen-state.ts'
import type { Target } from '../kit/screen/target.ts'
import { useSession } from '../kit/session/session.ts'
import { useLoaded } from '../kit/session/use-loaded.ts'
import { screens } from '../table.ts'
import { Dialogs, useDialogs } from './dialogs.tsx'
import { type LinkedPlace, placeLink } from './navigation/linked-place.ts'
import { shownEntry } from './navigation/navigation.ts'
import { createRecentPlaces } from './navigation/recent-places.ts'
import { type AppNavigation, useNavigation } from './navigation/use-navigation.ts'
import { confirmIfJobsRun, type DrawnOverlay } from './overlays/overlay.ts'
import { dialogOf, type OverlayName, useOverlays, usePendingKeys } from './overlays/overlays.ts'
import { shownCommand, useAppKeys } from './use-app-keys.ts'
import { type IdleFrame, useFrame } from './use-frame.ts'
import { useHead, useMinuteRefresh } from './use-head.ts'
import { useMouse } from './use-mouse.ts'
import { useEndAnnouncements, useNotice, useUnboundKeyNotice } from './use-notice.ts'

export type AppProps = {
  keymap: Keymap
  firstScreen: ScreenName
  /** The screens that are open at the start; the last one is shown. @default `firstScreen` alone */
  places?: readonly LinkedPlace[]
  /** Receives a function that returns the open screens as links, for the next run. */
  onPlaces?: (links: () => string[]) => void
  quit: () => void
  suspend: () => void
  /** Receives a function that describes the drawn frame; undefined while data is loading or the screen is covered. */
  onIdleFrame?: (idleFrame: () => IdleFrame | undefined) => void
}

/** The stack of open screens, and the frame around the shown one. */
export const App = (props: AppProps) => {
  const { keymap, quit, suspend, onIdleFrame } = props
  const { columns: width, rows } = useWindowSize()
  const session = useSession()
  const { theme } = session
  const height = theme.isLinear ? LINEAR_ROWS : Math.max(1, rows - FRAME_ROWS)
  const { name, target, state, screen, navigation, report, reports } = useShownScreen(props)
  const requests = useRequests()
  useMinuteRefresh(requests)
  const notice = useNotice(keymap, requests)
  useUnboundKeyNotice(keymap, name)
  const [overlay, setOverlay] = useState<OverlayName>()
  const close = useCallback(() => setOverlay(undefined), [])
  useEndAnnouncements()
  const dialogs = useDialogs()
  const [areas] = useState(() => ({ screen: new Set() as ClickAreas, dialog: new Set() as ClickAreas }))
  const [offers] = useState<ViewOffers>(() => new Set())
  const { recent, see } = useRecentPlaces(navigation)
  const { switchScreen: openScreen, openLink } = navigation
  const openers = useOpeners({ openDialog: dialogs.open, setOverlay, openScreen, openLink, quit })
  const { openDialog, leave } = openers
  const shown = { keymap, name, screen, report, navigation, width, height }
  const keys = useAppKeys({ ...shown, requests, suspend, ...openers })
  const drawn = useOverlays(overlay, {
    ...shown,
    close,
    openScreen,
    openDialog,
    openLink,
    offers,
    recent,
    wordsOf: linkText,
    appBindings: keys.all,
    link: () => navigation.link(),
    enter: useCallback(() => reports.latest?.report.enter(), [reports]),
    quit: leave,
  })
  const pending = usePendingKeys(keymap, width, theme)
  const over = drawn ?? pending
  useShownView(report, navigation)
  const head = useHead({ name, levels: navigation.levels, requests, width })
  const isTooSmall = width < MIN_WINDOW.columns || rows < MIN_WINDOW.rows
  const covering = dialogs.opened ? dialogs.keys : drawn?.keys
  const frame = useFrame({ ...shown, keys, head, covering, notice, see })
  useMouse({
    ...shown,
    areas: areas.screen,
    above: isTooSmall ? nothing : dialogs.opened ? clicksIn(areas.dialog) : clicksOn(drawn, height),
    head,
    hintAt: (cell) => (isTooSmall ? undefined : frame.hintAt(cell)),
  })
  const isCovered = isTooSmall || dialogs.opened !== undefined || over !== undefined || notice !== undefined
  const idleFrame = useLatest(() => (isCovered ? undefined : frame.idleFrame()))
  useEffect(() => onIdleFrame?.(() => idleFrame.current()), [onIdleFrame, idleFrame])
  const minute = Math.floor(session.now() / 60_000)
  return (
    <AsciiContext value={theme.isAscii}>
      <LinearContext value={theme.isLinear}>
        {isTooSmall ? (
          <Screenful lines={tooSmallLines(width, rows)} />
        ) : (
          <ScreenContexts {...{ around: frame.around, over, areas: areas.screen, offers, state, reports, openDialog }}>
            <Shown {...{ name, target, width, height, open: navigation.openScreen, id: idOf(state), minute }} />
          </ScreenContexts>
        )}
        {/* Rendered in both cases, so that typed text survives while the window is too small. */}
        <ClickAreasContext value={areas.dialog}>
          <Dialogs {...dialogs} width={width} height={height} isHidden={isTooSmall} />
        </ClickAreasContext>
      </LinearContext>
    </AsciiContext>
  )
}

/** The shown screen, what it reports, and the other open screens. */
const useShownScreen = ({ keymap, firstScreen, places = noPlaces, onPlaces }: AppProps) => {
  const [, setFreshness] = useState<Freshness>()
  const [reports] = useState<Reports>(() => ({ latest: undefined, setFreshness }))
  /** The report of the shown screen; undefined until the screen is loaded, and if loading failed. */
  const report = (): ScreenReport | undefined => (reports.latest?.screen === name ? reports.latest.report : undefined)
  const navigation = useNavigation({ keymap, firstScreen, places, onPlaces, report })
  const { screen: name, target, state } = shownEntry(navigation.navigation)
  const screen = useMemo(() => ({ ...screens[name], keys: keymap.keysIn(name, screens[name].keys) }), [keymap, name])
  return { name, target, state, screen, navigation, report, reports }
}

/** The places that were shown before. */
const useRecentPlaces = ({ navigation, levels }: AppNavigation) => {
  const session = useSession()
  const [places] = useState(createRecentPlaces)
  return {
    recent: useCallback(() => places.list(session.get().isPrivate), [places, session]),
    /** Records the shown place, without the range of days, so that returning to it keeps the chosen one. */
    see: () => {
      const { isPrivate } = session.get()
      const link = placeLink({ ...shownEntry(navigation), session: {} }, { profile: undefined, isPrivate })
      places.see(
        levels().map(({ crumb }) => crumb),
        link,
        isPrivate,
      )
    },
  }
}

/** Passes clicks to the areas of a dialog. */
const clicksIn = (areas: ClickAreas) => (x: number, y: number) => clickAt(areas, x, y)

/** Passes clicks to an overlay at the bottom of the body; undefined without one. */
const clicksOn = (drawn: DrawnOverlay | undefined, height: number) =>
  drawn && ((x: number, y: number) => drawn.click?.(x, y - Math.max(0, height - drawn.lines().length)))

type Openers = Pick<AppNavigation, 'openLink'> & {
  openDialog: OpenDialog
  setOverlay: (name: OverlayName) => void
  openScreen: AppNavigation['switchScreen']
  quit: () => void
}

const useOpeners = ({ openDialog, setOverlay, openScreen, openLink, quit }: Openers) => {
  const session = useSession()
  return useMemo(() => {
    return {
      openDialog,
      openOverlay: (name: OverlayName) => {
        const load = dialogOf(name)
        if (load) openDialog(load, { openScreen, openLink })
        else setOverlay(name)
      },
      leave: () => {
        if (!confirmIfJobsRun(session.jobs, openDialog, { quit })) quit()
      },
    }
  }, [session, openDialog, setOverlay, openScreen, openLink, quit])
}

/** Reports the shown view to the action log. */
const useShownView = (report: () => ScreenReport | undefined, navigation: AppNavigation): void => {
  const session = useSession()
  const latest = useLatest(() => ({
    command: shownCommand(report(), session) || undefined,
    link: navigation.link(session.linkProfile),
  }))
  useEffect(() => session.actions.setShownView(() => latest.current()), [session, latest])
}

type ScreenContextsProps = {
  around: () => Around
  over: OverlayRows | undefined
  areas: ClickAreas
  offers: ViewOffers
  state: ScreenState
  reports: Reports
  openDialog: OpenDialog
  children: ReactNode
}

const ScreenContexts = ({ around, over, areas, offers, state, reports, openDialog, children }: ScreenContextsProps) => {
  const chooseExport = useCallback(
    (exports: Exports, first?: string) => openDialog(loadExportDialog, { exports, first }),
    [openDialog],
  )
  return (
    <AroundContext value={around}>
      <OverlayContext value={over}>
        <ClickAreasContext value={areas}>
          <ViewOffersContext value={offers}>
            <ScreenStateContext value={state}>
              <ReportContext value={reports}>
                <OpenDialogContext value={openDialog}>
                  <ExportContext value={chooseExport}>{children}</ExportContext>
                </OpenDialogContext>
              </ReportContext>
            </ScreenStateContext>
          </ViewOffersContext>
        </ClickAreasContext>
      </OverlayContext>
    </AroundContext>
  )
}

let states = 0
/** Identifies the state of a screen. */
const idOf = memoizePerObject((_state: ScreenState) => states++)

const noPlaces: readonly LinkedPlace[] = []
const nothing = () => {}
const noLines: readonly string[] = []

/** A link in words: the screen, its path and its params. Safe text. */
const linkText = (link: string): string => {
  const { screen, path, params } = parseLink(link)
  const name = SCREEN_NAMES.find((one) => one === screen)
  const how = [...params].map(([what, value]) => `${what} ${value}`)
  return safeText([name ? screens[name].title : screen, path, ...how].filter(Boolean).join('  '))
}

const loadExportDialog = async () => (await import('./overlays/export-dialog.tsx')).ExportDialog

const tooSmallLines = (width: number, rows: number): string[] => {
  const lines = Array.from({ length: Math.max(1, rows) }, () => '')
  const text = ` too small: ${width}x${rows}, needs ${MIN_WINDOW.columns}x${MIN_WINDOW.rows}`
  lines[Math.floor(rows / 2)] = text.slice(0, width)
  return lines
}

type ShownProps = {
  name: ScreenName
  width: number
  height: number
  target: Target | undefined
  open: ScreenProps['open']
  /** Identifies its state: with another one, the screen starts again. */
  id: number
  /** A new value redraws the screen, so that its days and ages match those in the first row. */
  minute: number
}

/** The shown screen. Memoized, so that changes in the frame around it don't render it. */
const Shown = memo(({ name, id, minute: _, ...props }: ShownProps) => {
  const Component = useLoaded(screens[name].load, 'this screen')
  if (!Component) return <Body lines={noLines} height={props.height} />
  return (
    <KeyScopeContext value={name}>
      <Component key={id} {...props} />
    </KeyScopeContext>
  )
})
