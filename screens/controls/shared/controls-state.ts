import { type Path, parsePath, pathText } from '../../../src/domain/settings-diff/setting-path.ts'
import { alone, filter, rowKey } from '../../kit/list/list-state.ts'
import { atFirstRow } from '../../kit/list/use-list.ts'
import { noMarks } from '../../kit/list/use-marks.ts'
import type { ScreenLink } from '../../kit/screen/screen.ts'
import { oneOf } from '../../kit/screen/screen-link.ts'
import {
  innerState,
  keyFor,
  linkedKey,
  localKey,
  type ScreenState,
  type StateKey,
  type StateKeys,
} from '../../kit/screen/screen-state.ts'
import type { Target } from '../../kit/screen/target.ts'
import { QUICK_FILTERS, type QuickFilter } from './controls-keys.ts'

/** The compared revisions, the older one first. */
export type Marks = { a: number; b: number }

/** A view on top of the list of revisions. */
export type View =
  | ({ is: 'diff'; at: Path | undefined } & Marks)
  | { is: 'settings'; revision: number; at: Path | undefined }
  | { is: 'blame'; path: Path }

/** A view with its own state, such as its filter and row. */
export type Opened = { view: View; ownState: ScreenState }

const noneOpened: readonly Opened[] = []
const noFolds: ReadonlySet<string> = new Set()

/** Lists all revisions, or only those with a loosening that is still open. */
export type QuickRevisions = 'all' | 'open'

export const historyState = {
  quick: linkedKey<QuickRevisions>('quick', 'all', oneOf(['all', 'open'])),
  filter,
  row: rowKey('row'),
  marks: localKey('marks', noMarks, 'links do not carry marks'),
  // The overview also loads 30 revisions, so both screens share one request.
  limit: localKey('limit', 30, 'depends on how far the user has scrolled'),
  started: localKey('started', false, 'only true once the first row is selected'),
  opened: localKey('opened', false, 'needed only while the screen is open'),
  stack: localKey('stack', noneOpened, 'the target of the link names the view'),
  lastDiff: localKey<ScreenState | undefined>('last diff', undefined, 'only the next comparison uses it'),
  /** State from a link for the first inner view, until that view opens. */
  firstInnerState: localKey<ScreenState | undefined>('first inside', undefined, 'links carry its members one by one'),
}

export const CONTROLS_VIEWS = ['history', 'audit'] as const
export type ControlsViewName = (typeof CONTROLS_VIEWS)[number]
export const controlsView = linkedKey<ControlsViewName>('list', 'history', oneOf(CONTROLS_VIEWS))

const auditKey = <T>(key: StateKey<T>): StateKey<T> => keyFor(controlsView, key).at('audit')

export const auditState = {
  filter: auditKey(filter),
  row: auditKey(rowKey('row', true)),
  alone: auditKey(alone),
  limit: localKey('limit:audit', 100, 'depends on how far the user has scrolled'),
}

export const DIFF_STYLES = ['tree', 'unified', 'split'] as const

export const diffState = {
  style: linkedKey<(typeof DIFF_STYLES)[number]>('style', 'tree', oneOf(DIFF_STYLES)),
  quick: linkedKey<QuickFilter>('quick', 'all', oneOf(QUICK_FILTERS)),
  filter,
  alone: localKey('detail alone', false, 'depends on the window'),
  started: localKey('started', false, 'only true once the first row is selected'),
  row: localKey('row', atFirstRow, 'the target of the link names the path'),
  folds: localKey('folds', noFolds, 'folding is not part of a link'),
  openedRuns: localKey('opened runs', { of: '', ids: noFolds }, 'folding is not part of a link'),
  line: localKey('line', atFirstRow, 'lines have no ids; the target of the link names the path'),
  lineOf: localKey('line of', '', 'belongs to the line, which links leave out'),
}

export const settingsState = { filter, row: localKey('row', atFirstRow, 'the target of the link names the path') }

export const blameState = { row: rowKey('row'), alone: localKey('detail alone', false, 'depends on the window') }

const keysOf = (target: Target): StateKeys => {
  if (target.view === 'blame') return blameState
  return target.view === 'settings' || target.revision === undefined ? settingsState : diffState
}

const topOf = (state: ScreenState): Opened | undefined => state.get(historyState.stack).at(-1)

/** The path of a tree row. A row id is the key of a path, and may have a suffix. */
const pathOfRow = (id = ''): string | undefined => {
  for (let end = id.length; end > 0; end = id.lastIndexOf(' ', end - 1)) {
    const path = parsePath(id.slice(0, end))
    if (path) return pathText(path)
  }
  return undefined
}

const insideTarget = ({ view, ownState }: Opened): Target => {
  if (view.is === 'blame') return { view: 'blame', path: pathText(view.path) }
  const { row } = view.is === 'diff' ? diffState : settingsState
  const path = pathOfRow(ownState.get(row).id) ?? (view.at && pathText(view.at))
  const at = { ...(path !== undefined && { path }) }
  return view.is === 'diff'
    ? { base: view.a, revision: view.b, ...at }
    : { view: 'settings', revision: view.revision, ...at }
}

export const controlsLink: ScreenLink = {
  path: 'revision',
  cursors: ['path'],
  targetOf: (target, state) => {
    const top = topOf(state)
    if (top) return insideTarget(top)
    // No target once the user has returned to the list; before the target is opened, it remains in the link.
    return state.has(historyState.opened) ? undefined : target
  },
  statesOf: (target, state, keep) => {
    if (state.get(controlsView) === 'audit' || target?.view === 'audit')
      return [{ state, keys: { view: controlsView, ...auditState } }]
    if (!target) return [{ state, keys: { view: controlsView, ...historyState } }]
    const ownState = topOf(state)?.ownState ?? innerState(state, historyState.firstInnerState, keep)
    return [{ state: ownState, keys: keysOf(target) }]
  },
}
