import { VERDICTS, type VerdictName } from '../../../src/domain/risk/risk-verdict.ts'
import type { Binding } from '../../../src/ui/keys/bindings.ts'
import { detailKeys } from '../../kit/detail/use-detail.ts'
import { exportKeys } from '../../kit/export/exports.ts'
import { filterKey, foldKeys } from '../../kit/list/list-screen-keys.ts'
import { listKeys } from '../../kit/list/use-list.ts'
import { markKeys } from '../../kit/list/use-marks.ts'

/** Filters changes by verdict. */
export type QuickFilter = 'all' | VerdictName

export const QUICK_FILTERS: readonly QuickFilter[] = ['all', ...VERDICTS]

const [down, up, pageDown, pageUp, top] = listKeys
const [, fold, unfold, foldOrUnfold] = foldKeys

/** Bindings shared by several views. */
const copyRow = { keys: ['y y'], action: 'copyRow', help: 'copy the row', group: 'Act' } as const
const copyJson = {
  keys: ['y j'],
  action: 'copyJson',
  help: 'copy settings as JSON, changes as JSON Patch',
  group: 'Act',
} as const
const filter = {
  keys: ['/'],
  action: 'filter',
  help: 'filter by words',
  inside: 'by part of the path, or a glob: `sandbox.**`',
  group: 'Find',
  hint: 'filter',
} as const

const reveal = {
  keys: ['x'],
  action: 'reveal',
  inside: 'show or hide the secret (15 s)',
  group: 'Act',
  hint: 'reveal',
} as const
const blame = {
  keys: ['b'],
  action: 'blame',
  inside: 'blame setting',
  group: 'Go',
  hint: 'blame',
} as const
const detail = {
  keys: ['Tab'],
  action: 'detail',
  inside: 'toggle details full screen',
  group: 'Move',
} as const
const copyPath = { keys: ['y p'], action: 'copyPath', inside: 'copy the path of the change', group: 'Act' } as const
const foldAllKeys = [
  { keys: ['z M'], action: 'foldAll', inside: 'fold all', group: 'Shape' },
  { keys: ['z R'], action: 'unfoldAll', inside: 'unfold all', group: 'Shape' },
] as const
const viewKeys = [
  { keys: ['Tab'], action: 'nextView', help: 'history or audit log', group: 'Move', hint: 'audit log' },
  { keys: ['S-Tab'], action: 'previousView', help: 'previous view', group: 'Move' },
] as const satisfies readonly Binding[]

/** The keys of the audit log. Actions shared with the history have the same names. */
export const auditKeys = [
  ...listKeys,
  ...viewKeys,
  {
    keys: ['Enter'],
    action: 'openChanged',
    inside: 'what the event changed, or its details',
    group: 'Go',
    hint: 'open',
  },
  ...detailKeys,
  filterKey('filter by words'),
  copyRow,
  copyJson,
  ...exportKeys,
] as const satisfies readonly Binding[]

export const historyKeys = [
  ...listKeys,
  ...viewKeys,
  {
    keys: ['E'],
    action: 'event',
    help: 'audit event of the revision',
    group: 'Go',
  },
  {
    keys: ['Enter'],
    action: 'changes',
    help: 'diff of the revision',
    inside: 'all settings of the revision',
    group: 'Go',
    hint: 'changes',
  },
  {
    keys: ['n'],
    action: 'nextNew',
    help: 'next new or loosened revision',
    inside: 'next change or match',
    group: 'Find',
    hint: 'new',
    hintKey: 'n/N',
  },
  { keys: ['N'], action: 'previousNew', help: 'previous new or loosened revision', group: 'Find' },
  {
    keys: ['w'],
    action: 'nextLoosened',
    help: 'next loosened revision or change',
    group: 'Find',
    hint: 'loosened',
    hintKey: 'w/W',
  },
  { keys: ['W'], action: 'previousLoosened', help: 'previous loosened change', group: 'Find' },
  {
    keys: ['f'],
    action: 'quick',
    help: 'loosened settings still in effect, or all',
    inside: 'filter changes by verdict',
    group: 'Shape',
    hint: 'still open',
  },
  filter,
  ...markKeys('revision', 'revisions'),
  copyRow,
  { keys: ['y i'], action: 'copyId', help: 'copy the number of the revision', group: 'Act' },
  copyJson,
  ...exportKeys,
] as const satisfies readonly Binding[]

export const diffKeys = [
  ...listKeys,
  {
    keys: ['('],
    action: 'olderA',
    inside: 'compare from an older revision (A)',
    group: 'Move',
    hint: 'A',
    hintKey: '( )',
  },
  { keys: [')'], action: 'newerA', inside: 'compare from a newer revision (A)', group: 'Move' },
  {
    keys: ['<'],
    action: 'olderB',
    inside: 'compare with an older revision (B)',
    group: 'Move',
    hint: 'B',
    hintKey: '< >',
  },
  { keys: ['>'], action: 'newerB', inside: 'compare with a newer revision (B)', group: 'Move' },
  {
    keys: ['n'],
    action: 'nextChange',
    inside: 'next change, also in folded parts',
    group: 'Find',
    hint: 'change',
    hintKey: 'n/N',
  },
  { keys: ['N'], action: 'previousChange', inside: 'previous change', group: 'Find' },
  {
    keys: ['w'],
    action: 'nextLoosened',
    inside: 'next loosened change',
    group: 'Find',
    hint: 'loosened',
    hintKey: 'w/W',
  },
  { keys: ['W'], action: 'previousLoosened', inside: 'previous loosened change', group: 'Find' },
  blame,
  { keys: ['Enter'], action: 'settings', help: 'all settings of B', group: 'Go', hint: 'settings' },
  {
    keys: ['z s'],
    action: 'style',
    inside: 'tree, unified text or side by side',
    group: 'Shape',
    hint: 'style',
    hintKey: 'zs',
  },
  {
    keys: ['f'],
    action: 'quick',
    help: 'loosened settings still in effect, or all',
    inside: 'filter changes by verdict',
    group: 'Shape',
    hint: 'show',
  },
  filter,
  reveal,
  fold,
  unfold,
  foldOrUnfold,
  ...foldAllKeys,
  { keys: ['J'], action: 'scrollDown', inside: 'scroll details down', group: 'Move' },
  { keys: ['K'], action: 'scrollUp', inside: 'scroll details up', group: 'Move' },
  detail,
  copyRow,
  copyPath,
  { keys: ['y j'], action: 'copyPatch', help: 'copy the changes as JSON Patch', group: 'Act' },
  { keys: ['y a'], action: 'copyAll', inside: 'copy all changes, one per line', group: 'Act' },
  ...exportKeys,
] as const satisfies readonly Binding[]

/** The keys of all settings of a revision. Actions shared with the diff view have the same names. */
export const settingsKeys = [
  ...listKeys,
  ...foldKeys,
  ...foldAllKeys,
  {
    keys: ['n'],
    action: 'nextChange',
    help: 'next match, or next changed setting',
    group: 'Find',
    hint: 'changed',
    hintKey: 'n/N',
  },
  { keys: ['N'], action: 'previousChange', help: 'previous match or changed setting', group: 'Find' },
  filter,
  blame,
  reveal,
  copyRow,
  copyPath,
  copyJson,
  ...exportKeys,
] as const satisfies readonly Binding[]

export const blameKeys = [
  down,
  up,
  pageDown,
  pageUp,
  top,
  {
    keys: ['G', 'End'],
    action: 'bottom',
    help: 'oldest change (searches the whole history)',
    group: 'Move',
    hint: 'continue',
    hintKey: 'G',
    takesRow: true,
  },
  { keys: ['Enter'], action: 'changes', help: 'diff of the revision', group: 'Go', hint: 'changes' },
  ...detailKeys,
  detail,
  copyRow,
  copyPath,
  ...exportKeys,
] as const satisfies readonly Binding[]

/** While the whole history is searched, Esc stops that before it leaves the level. */
export const stopSearchKeys = [
  { keys: ['Esc'], action: 'up', help: 'stop the search', group: 'Act' },
] as const satisfies readonly Binding[]
