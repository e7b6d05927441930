import { parsePath, pathText } from '../../src/domain/settings-diff/setting-path.ts'
import { filter, oneOf, selectedRow } from '../kit/links/members.ts'
import { innerState, type Members, type ScreenLink } from '../kit/links/screen-link.ts'
import type { Target } from '../kit/screen/screen.ts'
import type { ScreenState } from '../kit/screen/screen-state.ts'
import type { Opened } from './opened-views.ts'
import { QUICK_FILTERS } from './shared/diff-filter.ts'

const ofHistory: Members = {
  quick: { ...oneOf(['all', 'open']), key: 'quickRevisions' },
  filter,
  row: { ...selectedRow, key: 'revision' },
}

const ofDiff: Members = {
  style: { ...oneOf(['tree', 'unified', 'split']), key: 'style' },
  quick: { ...oneOf(QUICK_FILTERS), key: 'quick' },
  filter,
}

const ofSettings: Members = { filter }
const ofBlame: Members = { row: { ...selectedRow, key: 'blame' } }

/** What the first view inside is going to keep, once it can be opened. */
export const FIRST_INSIDE = 'first inside'

const membersOf = (target: Target): Members => {
  if (target.view === 'blame') return ofBlame
  return target.view === 'settings' || target.revision === undefined ? ofSettings : ofDiff
}

const topOf = (state: ScreenState): Opened | undefined => (state.get('stack') as readonly Opened[] | undefined)?.at(-1)

/** The selected part of a tree, whose rows are called by keys of paths, which may have more behind them. */
const pathOfRow = (row: unknown): string | undefined => {
  const id = (row as { id?: string } | undefined)?.id ?? ''
  for (let end = id.length; end > 0; end = id.lastIndexOf(' ', end - 1)) {
    const path = parsePath(id.slice(0, end))
    if (path) return pathText(path)
  }
  return undefined
}

const insideTarget = ({ view, kept }: Opened): Target => {
  if (view.is === 'blame') return { view: 'blame', path: pathText(view.path) }
  const path = pathOfRow(kept.get(view.is === 'diff' ? 'change' : 'setting')) ?? (view.at && pathText(view.at))
  const at = { ...(path !== undefined && { path }) }
  return view.is === 'diff'
    ? { base: view.a, revision: view.b, ...at }
    : { view: 'settings', revision: view.revision, ...at }
}

export const controlsLink: ScreenLink = {
  path: 'revision',
  targetOf: (target, state) => {
    const top = topOf(state)
    if (top) return insideTarget(top)
    // It was left for the list, unless it has still to be found.
    return state.has('opened') ? undefined : target
  },
  statesOf: (target, state, isPut) => {
    if (!target) return [{ state, members: ofHistory }]
    const kept = topOf(state)?.kept ?? innerState(state, FIRST_INSIDE, isPut)
    return [{ state: kept, members: membersOf(target) }]
  },
}
