import { dayOf } from '../../src/domain/calendar/calendar.ts'
import { attentionText, attentionWhy } from '../../src/domain/overview/attention/attention.ts'
import type { AttentionWords } from '../../src/domain/overview/attention/attention-kind.ts'
import type { AttentionItem } from '../../src/domain/overview/attention/attention-kinds.ts'
import { fit, wrapText } from '../../src/domain/text/fit.ts'
import { dayLabel } from '../../src/domain/text/format.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import { textWidth } from '../../src/domain/text/width.ts'
import type { StoppedPerson } from '../../src/domain/usage/stopped-users.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'
import { newsSign } from '../kit/list/list-rows.ts'
import type { OverviewData } from './use-overview-data.ts'

/** The title of the screen that shows an item. */
export const placeOf = ({ target: { screen } }: AttentionItem): string =>
  screen === 'ci' ? 'CI' : `${screen.charAt(0).toUpperCase()}${screen.slice(1)}`

/** Max cells of a subject; longer ones are cut. */
const MAX_SUBJECT_CELLS = 24
/** Cells of the widest screen title, with a space before it. */
const PLACE = 10
/** Max cells of a text, because the screen title follows it. */
const MAX_TEXT_CELLS = 100
/** Minimum width at which a row names its screen. */
const MIN_PLACED_WIDTH = 90

/** A row of the list: an item, or below it a person that it is about, or a line of its explanation. */
export type AttentionEntry = {
  id: string
  item: AttentionItem
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
  items: readonly AttentionItem[],
  isOpen: boolean,
  explained: string | undefined,
  width: number,
): AttentionEntry[] =>
  items.flatMap((item): AttentionEntry[] => {
    const why = item.id === explained ? wrapText(attentionWhy(item), Math.max(1, width - 2 - WHY_INDENT)) : []
    const people = isOpen && item.kind === 'stopped' ? item.people : []
    return [
      { id: item.id, item },
      ...why.map((line, index) => ({ id: `${item.id} why ${index}`, item, why: line })),
      ...people.map((person) => ({ id: `${item.id}:${person.id}`, item, person })),
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
  const texts = entries.map(({ item, person, why }) =>
    person || why !== undefined ? undefined : attentionText(item, words),
  )
  const subjectWidth = Math.min(MAX_SUBJECT_CELLS, Math.max(0, ...texts.map((text) => textWidth(text?.subject ?? ''))))
  const place = width >= MIN_PLACED_WIDTH ? PLACE : 0
  const free = width - subjectWidth - place - 5
  // A row for screen readers has no columns, and is not cut.
  const room = place > 0 && !theme.isLinear ? Math.min(free, MAX_TEXT_CELLS) : free
  return entries.map(({ item, person, why }, index) => {
    if (why !== undefined) return `${' '.repeat(WHY_INDENT)}${theme.muted(why)}`
    const target = fit(placeOf(item), PLACE - 1)
    const leads = place > 0 ? ` ${theme.muted(target)}` : ''
    if (person) return `${' '.repeat(subjectWidth + 4)}${fit(personText(person, words), room)}${leads}`
    const { subject, text } = texts[index] ?? { subject: '', text: '' }
    const until = words.until(item.id)
    if (until !== undefined) {
      const muted = fit(`muted until ${dayLabel(dayOf(until)).slice(0, 6)}: ${text}`, room)
      const row = `${theme.isLinear ? '' : theme.signs.none} ${fit(subject, subjectWidth)}  ${muted}`
      return theme.muted(place > 0 ? `${row} ${target}` : row)
    }
    const mild = theme.isLinear ? 'notable' : theme.signs.notable
    const sign = item.severity === 'high' ? theme.bad(theme.signs.attention) : theme.warn(mild)
    const row = `${sign} ${theme.strong(fit(subject, subjectWidth))}  ${fit(text, room)}${leads}`
    return words.isNew(item) ? `${row}${newsSign(theme)}` : row
  })
}

const personText = ({ id, email, lastDay, activeDays }: StoppedPerson, { nameOf }: AttentionWords): string =>
  `${safeText(nameOf(id, email))}  last seen ${dayLabel(lastDay)}, active on ${activeDays} days in the month before`

/** The heading, and one more line if the list is empty. @param days - The searched days, if not the whole range. */
export const attentionHead = (
  { attention, isChecking, states, attentionSources }: OverviewData,
  isListed: boolean,
  days: string | undefined,
  name: string,
  theme: Theme,
): string[] => {
  const { open, muted, isNew } = attention
  const caution = (text: string) => theme.warn(`${theme.signs.attention} ${text}`)
  const hasFailed = states.some((one) => one.is === 'failed' && one.old === undefined)
  const newCount = open.filter(isNew).length
  const state = isChecking
    ? theme.muted('still checking')
    : hasFailed
      ? caution('some checks failed')
      : attentionSources.without.length > 0 && caution(`without ${attentionSources.without.join(', ')}`)
  const head = [
    name,
    open.length > 0 && theme.strong(String(open.length)),
    days !== undefined && theme.muted(days),
    newCount > 0 && `${newsSign(theme)} ${theme.strong(String(newCount))} new`,
    muted > 0 && theme.muted(`${muted} muted`),
    state,
  ]
  const shown = head.filter((part) => part !== false).join('  ')
  if (isListed || isChecking) return [shown]
  return [shown, ` ${theme.muted(hasFailed ? 'Attention items could not be loaded.' : 'Nothing needs attention.')}`]
}
