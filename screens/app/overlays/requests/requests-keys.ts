import type { Binding } from '../../../../src/ui/keys/bindings.ts'
import { listKeys } from '../../../kit/list/use-list.ts'

const copyCurl = {
  keys: ['y c'],
  action: 'copyCurl',
  help: 'copy it as curl, without the key',
  group: 'Act',
  hint: 'copy as curl',
} as const satisfies Binding

export const requestsKeys = [
  ...listKeys,
  { keys: ['Enter'], action: 'open', help: 'details', group: 'Go', hint: 'detail' },
  {
    keys: ['/'],
    action: 'find',
    help: 'filter by words; ! excludes',
    group: 'Find',
    hint: 'filter',
  },
  copyCurl,
  { keys: ['Esc'], action: 'leave', help: 'show all, then close', group: 'Go' },
  { keys: ['q', '@', '^c'], action: 'close', help: 'close', group: 'Go', hint: 'close' },
] as const satisfies readonly Binding[]

/** Keys while a filter is being typed. */
export const requestWordsKeys = [
  { keys: ['Enter'], action: 'keepFilter', help: 'keep the filter', group: 'Find', hint: 'keep the filter' },
  { keys: ['Esc', '^c'], action: 'clear', help: 'show all', group: 'Find', hint: 'show all' },
] as const satisfies readonly Binding[]

/** Keys of the details of one request. */
export const requestKeys = [
  { keys: ['j', 'Down'], action: 'down', help: 'down', group: 'Move', hint: 'scroll', hintKey: 'j/k' },
  { keys: ['k', 'Up'], action: 'up', help: 'up', group: 'Move' },
  { keys: ['^d', 'PageDown', '^f', 'Space'], action: 'pageDown', help: 'page down', group: 'Move' },
  { keys: ['^u', 'PageUp', '^b'], action: 'pageUp', help: 'page up', group: 'Move' },
  { keys: ['g g', 'Home'], action: 'top', help: 'top', group: 'Move' },
  { keys: ['G', 'End'], action: 'bottom', help: 'end', group: 'Move' },
  copyCurl,
  { keys: ['Esc', 'q', 'Enter', '@', '^c'], action: 'leave', help: 'back to the list', group: 'Go', hint: 'back' },
] as const satisfies readonly Binding[]
