import { parsePath, pathText } from '../../src/domain/settings-diff/setting-path.ts'
import { insideKeys, type Screen } from '../kit/screen/screen.ts'
import { filter, innerState, type Members, oneOf, type ScreenLink, selectedRow } from '../kit/screen/screen-link.ts'
import type { ScreenState } from '../kit/screen/screen-state.ts'
import type { Target } from '../kit/screen/target.ts'
import { FIRST_INSIDE, type Opened } from './opened-views.ts'
import { blameKeys, diffKeys, historyKeys, QUICK_FILTERS, settingsKeys } from './shared/controls-keys.ts'

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

const link: ScreenLink = {
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

export const controls: Screen = {
  title: 'Controls',
  key: '5',
  letter: 'c',
  summary: 'who changed what, what it loosened, and how any two revisions differ',
  isByRange: false,
  example: 'widened',
  asks: ['controlsHistory'],
  asOf: 'known',
  notes: [
    'Each revision is compared with the one before it. Older ones are asked for as the list nears its end.',
    'A • stands before revisions that came after your last visit; what is shown here counts as seen by the next one.',
    'Inside, what differs between any two: ( and ) move A, < and > move B. Lists of words are compared as sets, another order is told apart; items of other lists are matched by id, name, model, urlPattern and repo, else by what they have in common.',
    'Inside, + came, - went, ~ is another, ⇅ stands in another order. What a change means is told by rules: ! widened, ▼ narrowed, ◇ neutral, which is worth a look but goes neither way for sure. In long texts [-these words went-]{+and these came+}.',
    'Inside, a filter is a part of a path, or a glob: * is any run of signs within a step and ** any number of steps, as in sandbox.** or *.allowlist.',
    'Secrets in settings are masked before anything else is done with them, on screen, in copies and on disk; that one changed is still told.',
    'Widened is what lets agents or people do more than before: longer lists of what is allowed, shorter ones of what is denied, a protection switched off, a freedom switched on, more autonomy.',
    'A filter finds numbers, dates, people, members, values and the word widened; all its words have to be there.',
  ],
  keys: [...historyKeys, ...insideKeys(historyKeys, [...diffKeys, ...settingsKeys, ...blameKeys], true)],
  link,
  load: async () => (await import('./controls.tsx')).Controls,
}
