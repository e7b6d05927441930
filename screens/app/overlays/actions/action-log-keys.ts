import type { Binding } from '../../../../src/ui/keys/bindings.ts'
import { listKeys } from '../../../kit/list/use-list.ts'

export const actionLogKeys = [
  ...listKeys,
  { keys: ['Enter'], action: 'open', help: 'open the result, or its view', group: 'Go', hint: 'open' },
  { keys: ['y'], action: 'copyCommand', help: 'copy the command that repeats it', group: 'Act', hint: 'copy' },
  { keys: ['x'], action: 'stop', help: 'stop, or remove from the list', group: 'Act', hint: 'stop' },
  { keys: ['/'], action: 'find', help: 'filter by words; ! excludes', group: 'Find', hint: 'filter' },
  { keys: ['Esc'], action: 'leave', help: 'show all, then close', group: 'Go' },
  { keys: ['q', '&', '^c'], action: 'close', help: 'close', group: 'Go', hint: 'close' },
  { keys: ['o'], action: 'showFolder', help: 'open the folder of the file', group: 'Act', hint: 'folder' },
  { keys: ['p'], action: 'copyPath', help: 'copy the path of the file', group: 'Act' },
] as const satisfies readonly Binding[]

/** Keys while a filter is being typed. */
export const actionWordsKeys = [
  { keys: ['Enter'], action: 'keepFilter', help: 'keep the filter', group: 'Find', hint: 'keep the filter' },
  { keys: ['Esc', '^c'], action: 'clear', help: 'show all', group: 'Find', hint: 'show all' },
] as const satisfies readonly Binding[]
