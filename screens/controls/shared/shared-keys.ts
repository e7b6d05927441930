/** Bindings that several views of the screen have. */
export const copyRow = { keys: ['y y'], action: 'copyRow', help: 'copy the row', group: 'Act' } as const
export const copyJson = {
  keys: ['y j'],
  action: 'copyJson',
  help: 'copy the settings as JSON, inside the changes as JSON Patch; no secrets',
  group: 'Act',
} as const
export const filter = {
  keys: ['/'],
  action: 'filter',
  help: 'filter by words; inside: by a part of the path, or a glob such as `sandbox.**`',
  group: 'Find',
  hint: 'filter',
} as const

export const leave = {
  keys: ['Esc', 'q'],
  action: 'leave',
  help: 'inside: back to the list',
  group: 'Go',
  hint: 'back',
  hintKey: 'Esc',
} as const
