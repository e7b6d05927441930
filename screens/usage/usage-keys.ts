import type { Binding } from '../../src/ui/keys/bindings.ts'
import { sparklineKeys } from '../kit/charts/chart-text.ts'
import { exportKeys } from '../kit/export/exports.ts'
import { filterKey } from '../kit/list/list-screen-keys.ts'
import { listKeys } from '../kit/list/use-list.ts'

/** The keys of Usage, in the order of their hints. */
export const keys = [
  ...listKeys,
  { keys: ['h', 'Left'], action: 'earlier', help: 'previous day', group: 'Move', hint: 'day', hintKey: 'h/l' },
  { keys: ['l', 'Right'], action: 'later', help: 'next day', group: 'Move' },
  { keys: ['Tab'], action: 'nextView', help: 'next view', group: 'Move', hint: 'view' },
  { keys: ['S-Tab'], action: 'previousView', help: 'previous view', group: 'Move' },
  { keys: ['F'], action: 'chooseGroup', help: 'choose the breakdown', group: 'Shape', hint: 'by' },
  { keys: ['Enter'], action: 'enter', help: 'open the row or the chosen day', group: 'Go', hint: 'drill' },
  filterKey('filter by names and figures'),
  { keys: ['s c'], action: 'sortValue', sortsBy: 'credits or counts', group: 'Shape', hint: 'sort', hintKey: 's' },
  { keys: ['s n'], action: 'sortName', sortsBy: 'name', group: 'Shape' },
  { keys: ['s d'], action: 'sortDelta', sortsBy: 'delta', group: 'Shape' },
  { keys: ['s i'], action: 'sortInput', sortsBy: 'input tokens', group: 'Shape' },
  { keys: ['s o'], action: 'sortOutput', sortsBy: 'output tokens', group: 'Shape' },
  { keys: ['v'], action: 'nextMeasure', help: 'next measure in the chart', group: 'Shape' },
  { keys: ['V'], action: 'previousMeasure', help: 'previous measure', group: 'Shape' },
  { keys: ['.'], action: 'nextForm', help: 'bars, line or sparkline', group: 'Shape' },
  { keys: ['n'], action: 'nextUnusual', help: 'next unusual day', group: 'Find' },
  { keys: ['N'], action: 'previousUnusual', help: 'previous unusual day', group: 'Find' },
  { keys: ['c'], action: 'showRevision', help: 'open the controls revision of the day', group: 'Go' },
  { keys: ['y s'], action: 'copySentence', help: 'copy the day as a sentence for a chat', group: 'Act' },
  { keys: ['z m'], action: 'caseSensitive', help: 'merge or split names by letter case', group: 'Shape' },
  ...sparklineKeys,
  { keys: ['z +'], action: 'taller', help: 'taller chart', group: 'Shape' },
  { keys: ['z -'], action: 'shorter', help: 'shorter chart', group: 'Shape' },
  { keys: ['z 0'], action: 'usualHeight', help: 'reset the chart height', group: 'Shape' },
  ...exportKeys,
] as const satisfies readonly Binding[]

/** The hints while Enter applies to the day. */
export const dayHints: readonly Binding[] = keys.map((binding) =>
  binding.action === 'enter' ? { ...binding, hint: 'break down the day' } : binding,
)
