import { percentOf } from '../../../../src/domain/text/progress-text.ts'
import { safeText } from '../../../../src/domain/text/safe-text.ts'
import { duration } from '../../../../src/domain/text/time-text.ts'
import { type CellRole, type Column, leftColumn, rightColumn } from '../../../../src/ui/layout/data-table.ts'
import type { Theme } from '../../../../src/ui/layout/theme.ts'
import { type Action, type ActionState, outcomeWord, stateText } from '../../../kit/session/actions.ts'

/** Running actions first, then the others, each newest first. Names of people are hidden while pseudonyms are on. */
export const actionRows = (log: readonly Action[], isPrivate: boolean): Action[] => {
  const rows = log.map((action) => (isPrivate && action.hasNames ? withoutNames(action) : action))
  return [...rows.filter(isRunning), ...rows.filter((action) => !isRunning(action))]
}

const isRunning = ({ state }: Action): boolean => state.is === 'running'

const withoutNames = (action: Action): Action => ({
  ...action,
  target: HIDDEN,
  command: undefined,
  file: undefined,
  state: action.state.is === 'done' ? { is: 'done' } : action.state,
})

const HIDDEN = 'hidden while pseudonyms are on'

/** `09:41:12`, UTC. */
const timeText = ({ startedAt }: Action): string => new Date(startedAt).toISOString().slice(11, 19)

/** With tenths of a second below a minute: `0.4 s`. */
const tookText = (ms: number): string => {
  if (ms < 50) return '<0.1 s'
  return ms < 59_950 ? `${(ms / 1000).toFixed(1)} s` : duration(ms)
}

/** The file or folder that an action has written or writes. */
export const pathOf = ({ state, file }: Action): string | undefined => (state.is === 'done' && state.path) || file

/** The text that a filter searches. */
export const searchedText = (action: Action): string => {
  const { what, target, state, command = '' } = action
  return [timeText(action), what, target, outcomeWord(state), stateText(state), `qd ${command}`, pathOf(action)].join(
    ' ',
  )
}

const styles: Record<ActionState['is'], [sign: 'running' | 'good' | 'bad' | 'unknown' | 'none', role: CellRole]> = {
  running: ['running', 'accent'],
  done: ['good', 'good'],
  failed: ['bad', 'bad'],
  refused: ['bad', 'bad'],
  unknown: ['unknown', 'warn'],
  cancelled: ['none', 'muted'],
}

const outcomeText = ({ state }: Action, cells: number, { signs, isLinear }: Theme): string => {
  const percent = state.is === 'running' && state.progress ? percentOf(state.progress) : ''
  const word = outcomeWord(state)
  const text = percent || (word.length + 2 > cells ? state.is : word)
  return isLinear ? text : `${signs[styles[state.is][0]]} ${text}`
}

/** In a window narrower than this, only the line below the list has the command. */
const MIN_WIDTH_FOR_COMMAND = 118

/** The columns of the list. @param width - Cells of the window. */
export const actionColumns = (width: number, theme: Theme, now: () => number): readonly Column<Action>[] => {
  const isWide = width >= MIN_WIDTH_FOR_COMMAND
  const targetWidth = isWide ? { min: 14, max: Math.min(48, width - 90) } : ({ grow: true, min: 12 } as const)
  const outcomeOf = (action: Action, cells: number) => outcomeText(action, cells, theme)
  const tookOf = ({ startedAt, endedAt }: Action) => tookText((endedAt ?? now()) - startedAt)
  return [
    leftColumn('at', 'UTC', 8, 0, timeText, 'muted'),
    leftColumn('what', 'ACTION', { min: 9, max: 20 }, 0, ({ what }) => what),
    leftColumn('target', 'TARGET', targetWidth, 0, ({ target }) => safeText(target), 'strong'),
    leftColumn('outcome', 'OUTCOME', { min: 9, max: isWide ? 17 : 11 }, 0, outcomeOf, roleOf),
    rightColumn('took', 'TOOK', 8, 1, tookOf),
    ...(isWide ? [commandColumn] : []),
  ]
}

const roleOf = ({ state }: Action): CellRole => styles[state.is][1]

export const commandText = (command: string | undefined): string =>
  command === undefined ? '' : `= qd ${safeText(command)}`

const commandColumn = leftColumn<Action>(
  'command',
  'COMMAND',
  { grow: true, min: 24 },
  2,
  ({ command }) => commandText(command),
  'muted',
)
