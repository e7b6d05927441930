import { dayOf } from '../../src/domain/calendar/calendar.ts'
import { attentionText, attentionWhy } from '../../src/domain/overview/attention/attention.ts'
import {
  type AttentionRow,
  type CheckName,
  type CheckRow,
  checkTitle,
} from '../../src/domain/overview/attention/attention-checks.ts'
import type { AttentionWords } from '../../src/domain/overview/attention/attention-kind.ts'
import type { AttentionItem } from '../../src/domain/overview/attention/attention-kinds.ts'
import { namedFirst } from '../../src/domain/overview/attention/named-first.ts'
import { fit, truncate, wrapText } from '../../src/domain/text/fit.ts'
import { dayLabel } from '../../src/domain/text/format.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import type { StoppedPerson } from '../../src/domain/usage/stopped-users.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'
import { newsSign } from '../kit/list/list-rows.ts'
import type { OverviewData } from './use-overview-data.ts'

/** The title of the screen that shows an item. */
export const placeOf = ({ target: { screen } }: AttentionItem): string =>
  screen === 'ci' ? 'CI' : `${screen.charAt(0).toUpperCase()}${screen.slice(1)}`

/** Cells of the widest screen title, with a space before it. */
const PLACE = 10
/** Max cells of a text, because the screen title follows it. */
const MAX_TEXT_CELLS = 100
/** Minimum width at which a row names its screen. */
const MIN_PLACED_WIDTH = 90

/** Cells of a subject, whatever has been found; longer ones are cut. */
const subjectCells = (width: number): number => (width < 78 ? 16 : width < 98 ? 20 : 24)

/** A row of the list: an item or a check, or below an item a person that it is about, or a line of its explanation. */
export type AttentionEntry = {
  id: string
  row: AttentionRow
  person?: StoppedPerson
  /** A line of the explanation. */
  why?: string
}

const WHY_INDENT = 4

/**
 * The rows of the list. People who stopped are listed if their item is open. The explanation is below its item.
 *
 * @param explained - The id of the explained item.
 * @param width - Cells of the pane.
 */
export const attentionEntries = (
  rows: readonly AttentionRow[],
  isOpen: boolean,
  explained: string | undefined,
  width: number,
): AttentionEntry[] =>
  rows.flatMap((row): AttentionEntry[] => {
    const { id, item } = row
    const isExplained = item !== undefined && item.id === explained
    const why = isExplained ? wrapText(attentionWhy(item), Math.max(1, width - 2 - WHY_INDENT)) : []
    const people = isOpen && item?.kind === 'stopped' ? item.people : []
    return [
      { id, row },
      ...why.map((line, index) => ({ id: `${id} why ${index}`, row, why: line })),
      ...people.map((person) => ({ id: `${id}:${person.id}`, row, person })),
    ]
  })

type RowWords = AttentionWords & {
  /** When the mute of an item ends, Unix ms; undefined: not muted. */
  until: (id: string) => number | undefined
  /** Whether an item is new since the earlier runs. */
  isNew: (item: AttentionItem) => boolean
}

/** One line per row: the severity, the subject, the text, and the screen that shows more. */
export const attentionRows = (
  entries: readonly AttentionEntry[],
  width: number,
  theme: Theme,
  words: RowWords,
): string[] => {
  const subjectWidth = theme.isLinear ? 0 : subjectCells(width)
  const place = width >= MIN_PLACED_WIDTH ? PLACE : 0
  const free = width - subjectWidth - place - 5
  // A row for screen readers has no columns, and is not cut.
  const room = place > 0 && !theme.isLinear ? Math.min(free, MAX_TEXT_CELLS) : free
  const subjectText = (text: string) => (theme.isLinear ? text : fit(text, subjectWidth))
  return entries.map(({ row, person, why }) => {
    if (why !== undefined) return `${' '.repeat(WHY_INDENT)}${theme.muted(why)}`
    if (!row.item) return theme.muted(truncate(checkText(row, theme, words), width))
    const { item } = row
    const target = fit(placeOf(item), PLACE - 1)
    const leads = place > 0 ? ` ${theme.muted(target)}` : ''
    if (person) return `${' '.repeat(subjectWidth + 4)}${fit(personText(person, words), room)}${leads}`
    const { subject, text } = attentionText(item, words)
    const until = words.until(item.id)
    if (until !== undefined) {
      const muted = fit(`muted until ${dayLabel(dayOf(until)).slice(0, 6)}: ${text}`, room)
      const line = `${theme.isLinear ? '' : theme.signs.none} ${subjectText(subject)}  ${muted}`
      return theme.muted(place > 0 ? `${line} ${target}` : line)
    }
    const mild = theme.isLinear ? 'notable' : theme.signs.notable
    const sign = item.severity === 'high' ? theme.bad(theme.signs.attention) : theme.warn(mild)
    const line = `${sign} ${theme.strong(subjectText(subject))}  ${fit(text, room)}${leads}`
    return words.isNew(item) ? `${line}${newsSign(theme)}` : line
  })
}

/** The place of a check: what is being checked, or what it found and will be listed. */
const checkText = ({ check, state, waiting, hasListed }: CheckRow, theme: Theme, words: AttentionWords): string => {
  const title = checkTitle(check)
  const after = (sign: string, text: string) => (theme.isLinear ? text : `${sign} ${text}`)
  if (state === 'running') return after(theme.signs.running, `checking ${title}…`)
  if (state === 'failed') return after(theme.signs.unknown, `${title}: could not be checked`)
  const [first] = waiting
  if (!first) return after(theme.signs.good, `${title}: ${hasListed ? 'listed above' : 'nothing found'}`)
  const { subject, text } = attentionText(first, words)
  return after(theme.signs.good, `${title}: ${waiting.length} found, ${subject} ${text}`)
}

/** Why a key does nothing on the place of a check. @param running - The checks that are running. */
export const checkNotice = (row: CheckRow, running: readonly CheckName[]): string => {
  const waiting = row.state === 'running' ? row.check : (running[0] ?? row.check)
  return `Still checking ${checkTitle(waiting)}.`
}

const personText = ({ id, email, lastDay, activeDays }: StoppedPerson, { nameOf }: AttentionWords): string =>
  `${safeText(nameOf(id, email))}  last seen ${dayLabel(lastDay)}, active on ${activeDays} days in the month before`

/**
 * The heading, and one more line if the list is empty.
 *
 * @param days - The searched days, if not the whole range.
 * @param more - The number of rows above and below the window.
 */
export const attentionHead = (
  { attention, states }: OverviewData,
  days: string | undefined,
  name: string,
  theme: Theme,
): ((more: string) => string[]) => {
  const { open, muted, isNew, running, rows, without } = attention
  const isChecking = running.length > 0
  const caution = (text: string) => theme.warn(`${theme.signs.attention} ${text}`)
  const hasFailed = states.some((one) => one.is === 'failed' && one.old === undefined)
  const newCount = open.filter(isNew).length
  const state = isChecking
    ? theme.muted(`still checking ${namedFirst(running.map(checkTitle))}`)
    : hasFailed
      ? caution('some checks failed')
      : without.length > 0 && caution(`without ${without.join(', ')}`)
  const empty = ` ${theme.muted(hasFailed ? 'Attention items could not be loaded.' : 'Nothing needs attention.')}`
  return (more) => {
    const head = [
      name,
      open.length > 0 && theme.strong(String(open.length)),
      more !== '' && theme.muted(more),
      days !== undefined && theme.muted(days),
      newCount > 0 && `${newsSign(theme)} ${theme.strong(String(newCount))} new`,
      muted > 0 && theme.muted(`${muted} muted`),
      state,
    ]
    const shown = head.filter((part) => part !== false).join('  ')
    return rows.length > 0 || isChecking ? [shown] : [shown, empty]
  }
}
