import { Box, useApp, useWindowSize } from 'ink'
import { memo, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { QueryState } from '../../src/cache/load/query-state.ts'
import type { LogEntry } from '../../src/cache/query/query-client.ts'
import { choiceLabel, rangeOf } from '../../src/domain/calendar/range-choice.ts'
import { comparisonFor } from '../../src/domain/overview/overview-figures.ts'
import { age } from '../../src/domain/text/format.ts'
import type { Binding, Handlers, Keymap } from '../../src/ui/keys/bindings.ts'
import { useKeys } from '../../src/ui/keys/use-keys.ts'
import { AsciiContext, OverlayContext, Rows } from '../../src/ui/layout/rows.tsx'
import { ExportContext, type Exports } from '../kit/exports.ts'
import { FRAME_ROWS, firstRow, hintsRow, lastRow, rule, SMALLEST, secondRow } from '../kit/frame.ts'
import { SCREEN_NAMES, type ScreenName } from '../kit/names.ts'
import type { ScreenProps, Target } from '../kit/screen.ts'
import {
  freshnessOf,
  KeptContext,
  ReportContext,
  type ScreenReport,
  useSession,
  useSessionState,
} from '../kit/session.ts'
import { useCountdown, useMinutes, useSpinner } from '../kit/ticks.ts'
import { appKeys, type OpenAction, openKeys } from './app-keys.ts'
import { back, backward, forward, open, shownEntry, startNavigation, toggleLast } from './navigation.ts'
import { useExportPopup } from './overlays/export-popup.tsx'
import { helpLines } from './overlays/help.ts'
import { usePendingKeys } from './overlays/keys-popup.tsx'
import { paletteKeys, usePalette } from './overlays/palette.tsx'
import { useRangePopup } from './overlays/range-popup.tsx'
import { readerKeys, useReader } from './overlays/reader.tsx'
import { requestLines } from './overlays/requests.ts'
import { screens } from './table.ts'

export type AppProps = {
  keymap: Keymap
  firstScreen: ScreenName
  quit: () => void
  suspend: () => void
  /** Hands out how the terminal is lent to something else for a while. */
  onReady: (suspendTerminal: (callback: () => Promise<void>) => Promise<void>) => void
}

type Overlay = 'help' | 'range' | 'requests' | 'palette' | 'export'

/** The stack of open screens and the frame around the one that is shown. */
export const App = ({ keymap, firstScreen, quit, suspend, onReady }: AppProps) => {
  const { suspendTerminal } = useApp()
  useEffect(() => onReady(suspendTerminal), [onReady, suspendTerminal])
  const { columns: width, rows } = useWindowSize()
  const session = useSession()
  const { theme } = session
  const state = useSessionState()
  const [navigation, setNavigation] = useState(() => startNavigation<ScreenName>(firstScreen))
  const [overlay, setOverlay] = useState<Overlay>()
  const [exports, setExports] = useState<Exports>()
  const [report, setReport] = useState<{ screen: ScreenName; report: ScreenReport }>()
  const entry = shownEntry(navigation)
  const screen = screens[entry.screen]
  const height = Math.max(1, rows - FRAME_ROWS)

  const queries = state.connection.is === 'ready' ? state.connection.queries : undefined
  const log = useSyncExternalStore(queries?.subscribe ?? never, () => queries?.requests() ?? noRequests)
  const requests = queries?.inFlight() ?? 0
  const wait = useSyncExternalStore(queries?.subscribe ?? never, () => queries?.waiting())
  const waitSeconds = useCountdown(wait?.until)
  const above = back(navigation)
  const openScreen = useCallback(
    (name: ScreenName, target?: Target) => setNavigation((before) => open(before, name, target)),
    [],
  )
  const close = useCallback(() => setOverlay(undefined), [])
  const chooseExport = useCallback((found: Exports) => {
    setExports(found)
    setOverlay('export')
  }, [])

  /** Whether the key that is heard now, and the one before it, cancelled what was being fetched. */
  const cancelled = useRef({ now: false, before: false })
  const handlers = {
    ...(Object.fromEntries(openKeys.map(({ action, screen }) => [action, () => openScreen(screen)])) as OpenHandlers),
    range: () => setOverlay('range'),
    help: () => setOverlay('help'),
    requests: () => setOverlay('requests'),
    palette: () => setOverlay('palette'),
    compare: () => session.set({ isComparing: !state.isComparing }),
    private: () => session.set({ isPrivate: !state.isPrivate }),
    refresh: () => queries?.refresh('stale'),
    refreshAll: () => queries?.refresh('all'),
    copyCommand: () => {
      const command = `qd ${report?.report.command ?? ''}`
      session.copy(command)
      session.set({ notice: `Copied: ${command}` })
    },
    last: () => setNavigation(toggleLast),
    backward: () => setNavigation(backward),
    forward: () => setNavigation(forward),
    up: () => {
      if (above) setNavigation(above)
      else session.set({ notice: 'There is nothing to go back to: q quits.' })
    },
    back: () => {
      if (above) setNavigation(above)
      else quit()
    },
    interrupt: () => {
      // What was cancelled may still be on its way when the key comes again.
      if ((requests === 0 && !wait) || cancelled.current.before) return quit()
      cancelled.current.now = true
      queries?.cancel()
      session.set({ notice: 'Cancelled what was being fetched. R fetches it again, Ctrl-C once more quits.' })
    },
    suspend,
  } satisfies Handlers<typeof appBindings>
  const everywhere = screen.isByRange ? byRange : withoutRange
  useKeys(everywhere.all, handlers, { kind: 'app' })

  const isTooSmall = width < SMALLEST.columns || rows < SMALLEST.rows
  const pendingRows = usePendingKeys(keymap, width, theme)
  const rangePopup = useRangePopup(overlay === 'range', close, width)
  const exportPopup = useExportPopup(overlay === 'export' ? exports : undefined, close, width)
  const paletteRows = usePalette(overlay === 'palette', close, keymap, width, theme)
  const readerLines = useMemo(() => {
    if (overlay === 'help') return helpLines(screen, everywhere.all, width, theme)
    if (overlay === 'requests') return requestLines(log, width, theme)
    return undefined
  }, [overlay, screen, everywhere, width, theme, log])
  const readerRows = useReader(readerLines, height, close)
  const overlayRows =
    [readerRows, rangePopup.rows, exportPopup.rows, paletteRows].find((rows) => rows.length > 0) ?? pendingRows

  const onReport = useCallback((name: ScreenName, next: ScreenReport) => setReport({ screen: name, report: next }), [])
  const shown = report?.screen === entry.screen ? report.report : undefined
  const range = rangeOf(state.range, session.now())
  const freshness = freshnessOf(shown?.states ?? noStates)
  const spinner = useSpinner(requests > 0 || state.connection.is === 'starting', theme)
  useMinutes(freshness.oldest)
  const minute = Math.floor(session.now() / 60_000)

  // What was copied or refused has been read once another key is pressed.
  useEffect(
    () =>
      keymap.onPress(() => {
        cancelled.current = { now: false, before: cancelled.current.now }
        if (session.get().notice !== undefined) session.set({ notice: undefined })
      }),
    [keymap, session],
  )

  const ledgerNotice = useSyncExternalStore(queries?.subscribe ?? never, () => queries?.notice())
  useEffect(() => {
    if (ledgerNotice !== undefined) session.set({ notice: ledgerNotice })
  }, [ledgerNotice, session])

  // A wait worth telling of stands in the last row, where errors and notices do.
  const waitNotice = wait && waitSeconds > 1 ? `Again in ${waitSeconds} s, Ctrl-C gives up. ${wait.why}` : undefined
  const notice = state.notice ?? waitNotice ?? clockNotice(queries?.clockSkewMs() ?? 0)

  if (isTooSmall) {
    const lines = Array.from({ length: Math.max(1, rows) }, () => '')
    lines[Math.floor(rows / 2)] = ` too small: ${width}x${rows}, needs ${SMALLEST.columns}x${SMALLEST.rows}`.slice(
      0,
      width,
    )
    return (
      <Box flexDirection="column">
        <Rows lines={lines} />
      </Box>
    )
  }

  const tabs = SCREEN_NAMES.map((name) => ({
    key: screens[name].key,
    title: screens[name].title,
    isActive: name === entry.screen,
  }))
  const overlayHints: Record<Overlay, readonly Binding[]> = {
    help: readerKeys,
    requests: readerKeys,
    range: rangePopup.keys,
    palette: paletteKeys,
    export: exportPopup.keys,
  }
  const onScreen = shown?.fieldKeys ?? [...screen.keys, ...(above ? everywhere.drilled : everywhere.atRoot)]
  const hints = overlay ? overlayHints[overlay] : onScreen
  const head = [
    firstRow(
      {
        profile: state.profile,
        isDemo: state.isDemo,
        isReadOnly: state.isReadOnly,
        crumbs: [screen.title, ...(shown?.crumbs ?? [])],
        days: screen.isByRange
          ? { name: choiceLabel(state.range), range, previous: state.isComparing ? comparisonFor(range) : undefined }
          : undefined,
        freshness,
        requests,
        isOffline: queries?.isOffline ?? false,
        waitSeconds,
        starting: state.connection.is === 'starting' ? state.connection.what : undefined,
        spinner,
        now: session.now(),
      },
      width,
      theme,
    ),
    secondRow(tabs, width, theme),
    rule(width, theme),
  ]
  return (
    <AsciiContext value={theme.isAscii}>
      <Box flexDirection="column">
        <Rows lines={head} />
        <OverlayContext value={overlayRows}>
          <KeptContext value={entry.kept}>
            <ReportContext value={onReport}>
              <ExportContext value={chooseExport}>
                <Shown
                  name={entry.screen}
                  target={entry.target}
                  width={width}
                  height={height}
                  open={openScreen}
                  minute={minute}
                />
              </ExportContext>
            </ReportContext>
          </KeptContext>
        </OverlayContext>
        <Rows lines={[hintsRow(hints, width, theme), lastRow(shown?.command ?? '', notice, width, theme)]} />
      </Box>
    </AsciiContext>
  )
}

/** A clock that is further off than this is told of: days begin and end by the server's. */
const MOST_SKEW_MS = 5 * 60_000

const clockNotice = (skewMs: number): string | undefined =>
  Math.abs(skewMs) > MOST_SKEW_MS
    ? `This machine's clock is ${age(Math.abs(skewMs))} ${skewMs > 0 ? 'behind' : 'ahead of'} the server's, whose days are shown: set it right.`
    : undefined

type OpenHandlers = Record<OpenAction, () => void>

const appBindings = [...openKeys, ...appKeys]
const keySet = (own: readonly Binding[]) => ({
  all: [...openKeys, ...own],
  atRoot: own,
  // The same key, but what it does from here.
  drilled: own.map((binding) => (binding.action === 'back' ? { ...binding, hint: 'back' } : binding)),
})
const byRange = keySet(appKeys)
const withoutRange = keySet(appKeys.filter(({ action }) => action !== 'range' && action !== 'compare'))
const noStates: readonly QueryState<unknown>[] = []
const noRequests: readonly LogEntry[] = []
const never = () => () => {}

type ShownProps = {
  name: ScreenName
  width: number
  height: number
  target: Target | undefined
  open: ScreenProps['open']
  /** A new one draws the screen again, so that its days and ages are never other ones than those of the first row. */
  minute: number
}

/** The shown screen; drawn again only for its own reasons, not when the frame around it changes. */
const Shown = memo(({ name, minute: _, ...props }: ShownProps) => {
  const { Component } = screens[name]
  // Another target is another screen: nothing of the one before may stay.
  return <Component key={`${name} ${JSON.stringify(props.target)}`} {...props} />
})
