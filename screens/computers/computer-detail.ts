import type { ComputerRows } from '../../src/cache/load/management/load-computers.ts'
import type { QueryState } from '../../src/cache/load/query-state.ts'
import type { StatusGroup, StepView } from '../../src/domain/computers/computer-steps.ts'
import { fit, wrapText } from '../../src/domain/text/fit.ts'
import { moment, NONE } from '../../src/domain/text/format.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import { duration } from '../../src/domain/text/time-text.ts'
import { textWidth } from '../../src/domain/text/width.ts'
import { joinFitting, justify } from '../../src/ui/layout/columns.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'
import { type Fact, factLines, problemLines } from '../kit/detail/fact-lines.ts'
import { NOT_KNOWN } from '../kit/query/states.ts'
import { type ComputerEntry, ownerText, stateStyle, statusText } from './computer-columns.ts'

const words: Record<StatusGroup, string> = {
  active: 'active',
  provisioning: 'provisioning',
  failed: 'failed',
  paused: 'paused',
  other: 'other',
}

/** The number of computers by status, and where the list comes from. */
export const computersHead = (
  entries: readonly ComputerEntry[],
  state: QueryState<ComputerRows>,
  width: number,
  theme: Theme,
): string => {
  const counts = new Map<StatusGroup, number>()
  for (const { statusGroup, computer } of entries)
    if (computer) counts.set(statusGroup, (counts.get(statusGroup) ?? 0) + 1)
  const unseen = entries.filter(({ computer }) => !computer).length
  if (state.is === 'failed' && entries.length === 0) return ` ${theme.muted(`computers ${NOT_KNOWN}`)}`
  const parts = [
    `${theme.strong(String(entries.length))} ${entries.length === 1 ? 'computer' : 'computers'}`,
    ...(Object.keys(words) as StatusGroup[]).flatMap((statusGroup) => {
      const count = counts.get(statusGroup)
      if (count === undefined) return []
      const text = `${count} ${words[statusGroup]}`
      return [statusGroup === 'failed' ? theme.bad(`${theme.signs.bad} ${text}`) : text]
    }),
    ...(unseen > 0 ? [theme.muted(`${unseen} ${state.is === 'loading' ? 'loading' : 'not seen'}`)] : []),
  ]
  // Separated from the counts by three cells, like the counts from each other.
  const sourceText = state.is === 'ready' ? theme.muted(`  ${listWords(state.now.data)} `) : ''
  return justify(` ${joinFitting(parts, width - 2, '   ')}`, sourceText, width)
}

const listWords = ({ isListed }: ComputerRows): string =>
  isListed ? 'complete list from the server' : 'local list   A: add'

/** Explains why the list is empty, and what to do. */
export const emptyComputers = (state: QueryState<ComputerRows>, all: number, filter: string): string => {
  if (all > 0) return `No computer matches ${safeText(filter.trim())}. Press Esc to show all.`
  if (state.is === 'failed') return ''
  if (state.is === 'loading') return 'loading computers'
  return state.now.data.isListed
    ? 'No computers yet.'
    : 'No computers yet, and the server cannot list them. Press A to add one by id.'
}

/** Maximum width of step names; longer ones are cut. */
const MAX_NAME_CELLS = 24
const DURATION = 11

/**
 * All known facts about a computer: head, metrics, steps as a timeline, and fields.
 *
 * @param metrics - The lines of its metrics. @default none
 */
export const computerDetail = (
  entry: ComputerEntry,
  width: number,
  theme: Theme,
  metrics: readonly string[] = [],
): string[] => {
  const { row, computer, statusGroup } = entry
  const { sign } = stateStyle(statusGroup, theme)
  const head = joinFitting(
    [theme.strong(safeText(entry.name)), safeText(row.id), `${sign} ${statusText(entry)}`],
    width,
    '  ',
  )
  return [
    head,
    ...sourceLines(entry, width, theme),
    ...metrics,
    ...(metrics.length > 0 && entry.steps.length > 0 ? [''] : []),
    ...timeline(entry.steps, width, theme),
    ...(computer ? memberLines(computer, width, theme) : []),
  ]
}

/** Why more is unknown, and the age of what is known. */
const sourceLines = (
  { row, computer, isLoading, isOffline, now }: ComputerEntry,
  width: number,
  theme: Theme,
): string[] => {
  const { failure, source, at } = row
  if (failure) return problemLines(failure, width, theme)
  const unseen = isOffline ? 'details are not cached' : 'this server returns a computer only when it is changed'
  const why = isLoading ? 'details are loading' : unseen
  if (!computer) return wrapText(`Only the id is known, ${source} ${moment(at)}: ${why}.`, width).map(theme.muted)
  return now - at < 60_000 ? [] : [theme.muted(`as of ${moment(at)}`)]
}

/** One row per step: sign, name, duration, and a bar. All bars share one scale. */
const timeline = (steps: readonly StepView[], width: number, theme: Theme): string[] => {
  if (steps.length === 0) return []
  const nameWidth = Math.min(MAX_NAME_CELLS, Math.max(...steps.map(({ name }) => textWidth(safeText(name)))))
  const longest = Math.max(1, ...steps.map(({ durationMs }) => durationMs ?? 0))
  const room = Math.max(0, Math.min(40, width - nameWidth - DURATION - 6))
  return steps.flatMap((step) => {
    const { state, name, status, durationMs, error, sessionId } = step
    const { sign, role } = stateStyle(state, theme)
    const stepText = state === 'other' ? (status ?? 'unknown') : durationMs === undefined ? '' : duration(durationMs)
    const cells = durationMs === undefined ? 0 : Math.max(1, Math.round((durationMs / longest) * room))
    const bar = theme[role]((theme.isAscii ? '=' : '▇').repeat(room === 0 ? 0 : cells))
    const row = `${theme[role](sign)} ${fit(safeText(name), nameWidth)}  ${fit(safeText(stepText), DURATION)}  ${bar}`
    return [
      row.trimEnd(),
      ...(error === undefined
        ? []
        : wrapText(safeText(error, 'text'), width - 2).map((line) => `  ${theme.bad(line)}`)),
      ...(sessionId === undefined ? [] : [`  ${theme.muted('install session')} ${safeText(sessionId)}`]),
    ]
  })
}

const memberLines = (computer: NonNullable<ComputerEntry['computer']>, width: number, theme: Theme): string[] => {
  const { computerSource: source, relayClientUrl, relayAgentUrl, clonedRepoDirectories = [] } = computer
  const origin = source
    ? [source.kind, source.templateId ?? source.computerId].filter(Boolean).map(safe).join(' ')
    : NONE
  const members: Fact[] = [
    ['created', moment(computer.createdAt)],
    ['provider', safeText(computer.providerType)],
    ['remote user', safeText(computer.remoteUser ?? null)],
    ['host', safeText(computer.hostId ?? computer.hostname ?? null)],
    ['owner', ownerText(computer)],
    ['created from', origin],
    ['relay', relayClientUrl === undefined ? NONE : `${safeText(relayClientUrl)} for clients`],
    ['', relayAgentUrl && `${safeText(relayAgentUrl)} for the agent`],
    ...clonedRepoDirectories.map((folder, at): Fact => [at === 0 ? 'repositories' : '', safeText(folder)]),
  ]
  return ['', ...factLines(members, width, theme)]
}

const safe = (text: string | undefined) => safeText(text)
