import { useLayoutEffect } from 'react'
import { shownOf } from '../../src/cache/load/query-state.ts'
import { type Path, parsePath } from '../../src/domain/settings-diff/setting-path.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import type { ListTabs } from '../kit/list/list-tabs.ts'
import { useQuery } from '../kit/query/use-query.ts'
import type { ScreenProps } from '../kit/screen/screen.ts'
import type { Level } from '../kit/screen/screen-report.ts'
import { ScreenState, ScreenStateContext, type StateKey, useScreenState } from '../kit/screen/screen-state.ts'
import type { Target } from '../kit/screen/target.ts'
import { AuditView } from './audit/audit-view.tsx'
import { BlameView } from './blame/blame-view.tsx'
import type { DiffViewProps } from './diff/diff-panes.ts'
import { DiffView } from './diff/diff-view.tsx'
import { HistoryView } from './history/history-view.tsx'
import { SettingsView } from './settings/settings-view.tsx'
import {
  CONTROLS_VIEWS,
  type ControlsViewName,
  controlsView,
  diffState,
  historyState,
  type Marks,
  type Opened,
  type View,
} from './shared/controls-state.ts'
import { type LoadedRevisions, useRevisions } from './shared/use-revisions.ts'

export const Controls = (props: ScreenProps) => {
  const [view, setView] = useScreenState(controlsView)
  const extensions = shownOf(useQuery('extensions', {}))?.data
  // Until they are known, the query of the audit log itself says if there is none.
  const hasAudit = extensions === undefined || extensions.includes('auditEvents')
  const isOfEvent = props.target?.view === 'audit'
  const shown = hasAudit && (isOfEvent || props.target === undefined) ? (isOfEvent ? 'audit' : view) : 'history'
  const tabs = {
    view: shown,
    views: hasAudit && !isOfEvent ? CONTROLS_VIEWS : noViews,
    setView,
    whyOne: ONE_VIEW,
  } as const
  return shown === 'audit' ? (
    <AuditView {...props} tabs={tabs} hasSeats={extensions?.includes('organizationUsers') ?? false} />
  ) : (
    <Revisions {...props} tabs={tabs} hasEvents={extensions?.includes('auditEvents') ?? false} />
  )
}

const ONE_VIEW = 'This server has no audit log.'
const noViews: readonly ControlsViewName[] = []

type RevisionsProps = ScreenProps & {
  tabs: ListTabs<ControlsViewName>
  /** Whether the server has an audit log. */
  hasEvents: boolean
}

const Revisions = ({ width, height, target, open, tabs, hasEvents }: RevisionsProps) => {
  const loaded = useRevisions()
  const { revisions } = loaded
  const [stack, setStack] = useScreenState(historyState.stack)
  const [lastDiff, setLastDiff] = useScreenState(historyState.lastDiff)
  const [firstInnerState, setFirstInnerState] = useScreenState(historyState.firstInnerState)
  const revisionIndex = (revision: number | undefined): number =>
    revision === undefined ? -1 : revisions.findIndex((one) => one.revision === revision)
  // A view of revisions that are no longer loaded is skipped; the view below it is shown.
  const isLoaded = ({ view }: Opened): boolean => {
    if (view.is === 'blame') return revisions.length > 0
    return view.is === 'settings'
      ? revisionIndex(view.revision) >= 0
      : revisionIndex(view.a) >= 0 && revisionIndex(view.b) >= 0
  }
  const top = stack.findLastIndex(isLoaded)
  const opened = stack[top]

  const push = (view: View) => {
    const ownState = firstInnerState ?? (view.is === 'diff' ? inheritedState(lastDiff) : new ScreenState())
    // The state from a link applies only to its first view.
    setFirstInnerState(undefined)
    if (view.is === 'diff') setLastDiff(ownState)
    setStack([...stack.slice(0, top + 1), { view, ownState }])
  }
  const showSettings = (revision: number, at?: Path) => push({ is: 'settings', revision, at })
  const showBlame = (path: Path) => push({ is: 'blame', path })
  const showChanges = (revision: number, at?: Path) => {
    const before = revisions[revisionIndex(revision) + 1]?.revision
    // The changes of the oldest loaded revision are unknown.
    if (before === undefined) showSettings(revision, at)
    else push({ is: 'diff', a: before, b: revision, at })
  }
  const setMarks = (marks: Marks) => {
    if (opened) setStack([...stack.slice(0, top), { ...opened, view: { is: 'diff', at: undefined, ...marks } }])
  }

  const newest = revisions[0]?.revision
  const { hasOpened, pending } = useOpening(loaded, target, revisionIndex, (at) => {
    const { view, base, revision = newest } = target ?? {}
    if (revision === undefined) return
    if (view === 'blame') showBlame(at ?? [])
    else if (base !== undefined && revisionIndex(base) >= 0)
      push({ is: 'diff', a: Math.min(base, revision), b: Math.max(base, revision), at })
    else if (target?.revision === undefined || view === 'settings') showSettings(revision, at)
    else showChanges(revision, at)
  })

  const levels = stack.slice(0, top + 1).map(({ view }, at) => ({
    crumb: crumbOf(view),
    leave: () => setStack(stack.slice(0, at)),
    isOpened: hasOpened && at === 0,
  }))
  const shared = { width, height, loaded, levels }
  if (!opened) {
    const compareRevisions = (a: number, b: number) => push({ is: 'diff', a, b, at: undefined })
    const showEvent = (revision: number) => open('controls', { view: 'audit', revision })
    const own = {
      width,
      height,
      loaded,
      target,
      tabs,
      hasEvents,
      levels: pending,
      showChanges,
      compareRevisions,
      showEvent,
    }
    return <HistoryView {...own} />
  }
  return (
    <ScreenStateContext key={top} value={opened.ownState}>
      <OpenedView
        {...shared}
        view={opened.view}
        {...{ revisionIndex, setMarks, showSettings, showBlame, showChanges }}
      />
    </ScreenStateContext>
  )
}

const crumbOf = (view: View): string => {
  if (view.is === 'blame') return 'blame'
  return view.is === 'diff' ? `${view.a} to ${view.b}` : `revision ${view.revision}`
}

/**
 * Opens the target of the screen once it is loaded: the changes of a revision, which also need the previous revision,
 * or a path of the latest settings. The list is shown until then, and when the target is not found.
 *
 * @returns Whether the target was opened, and its level until then.
 */
const useOpening = (
  { revisions, hasMore, state, more }: LoadedRevisions,
  target: Target | undefined,
  revisionIndex: (revision: number | undefined) => number,
  open: (at: Path | undefined) => void,
): { hasOpened: boolean; pending: readonly Level[] } => {
  const [hasOpened, setHasOpened] = useScreenState(historyState.opened)
  const revision = target?.revision
  const path = target?.path
  const place = revisionIndex(revision)
  const hasBoth = target?.base === undefined ? place + 1 < revisions.length : revisionIndex(target.base) >= 0
  const isLoaded = revision === undefined ? revisions.length > 0 : place >= 0 && (hasBoth || !hasMore)
  const isWanted = !hasOpened && (revision !== undefined || path !== undefined)
  // A layout effect, so that the list never flashes up before the target.
  useLayoutEffect(() => {
    if (!isWanted) return
    if (isLoaded) {
      setHasOpened(true)
      open(path === undefined ? undefined : parsePath(path))
    } else if (hasMore && state.is === 'ready') more()
  })
  const isPending = isWanted && (hasMore || state.is === 'loading')
  const crumb = revision === undefined ? (path ?? '') : `revision ${revision}`
  const level = { crumb: safeText(crumb), leave: () => setHasOpened(true), isOpened: true }
  return { hasOpened, pending: isPending ? [level] : [] }
}

type OpenedProps = Omit<DiffViewProps, 'a' | 'b'> & {
  view: View
  /** Index of a revision among the loaded ones, or -1. */
  revisionIndex: (revision: number) => number
  showChanges: (revision: number, at?: Path) => void
}

const OpenedView = ({
  view,
  revisionIndex,
  setMarks,
  showSettings,
  showBlame,
  showChanges,
  ...shared
}: OpenedProps) => {
  const { revisions } = shared.loaded
  if (view.is === 'blame')
    return <BlameView {...shared} path={view.path} showChanges={(revision) => showChanges(revision, view.path)} />
  if (view.is === 'settings') {
    const revision = revisions[revisionIndex(view.revision)]
    return revision && <SettingsView {...shared} revision={revision} at={view.at} showBlame={showBlame} />
  }
  const marks = { a: revisionIndex(view.a), b: revisionIndex(view.b) }
  return <DiffView {...shared} {...marks} at={view.at} {...{ setMarks, showSettings, showBlame }} />
}

/** State that a comparison passes on to the next one. */
const INHERITED_KEYS: readonly StateKey<unknown>[] = [diffState.style, diffState.folds]

const inheritedState = (last: ScreenState | undefined): ScreenState => {
  const state = new ScreenState()
  for (const key of INHERITED_KEYS) if (last?.has(key)) state.set(key, last.get(key))
  return state
}
