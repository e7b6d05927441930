import { dayOf } from '../../src/domain/calendar/calendar.ts'
import { attentionText, attentionWhy } from '../../src/domain/overview/attention/attention.ts'
import type { AttentionWords } from '../../src/domain/overview/attention/attention-kind.ts'
import type { AttentionItem } from '../../src/domain/overview/attention/attention-kinds.ts'
import { fit, wrapText } from '../../src/domain/text/fit.ts'
import { dayLabel } from '../../src/domain/text/format.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import { textWidth } from '../../src/domain/text/width.ts'
import type { StoppedPerson } from '../../src/domain/usage/stopped-people.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'
import { newsSign } from '../kit/list/list-rows.ts'
import type { OverviewData } from './use-overview-data.ts'

/** The title of the screen that shows an item. */
export const placeOf = ({ target: { screen } }: AttentionItem): string =>
  screen === 'ci' ? 'CI' : `${screen.charAt(0).toUpperCase()}${screen.slice(1)}`

/** Cells of the widest subject; longer ones are cut. */
const WIDEST = 24
/** Cells of the widest place with a space before it. */
const PLACE = 10
/** Cells of the widest text: where it leads stands behind it. */
const WIDEST_TEXT = 100
/** From this width on a row says where it leads. */
const PLACED = 90

/** A row of the list: an item, or below an opened one a person that it is about, or why it stands there. */
export type AttentionEntry = {
  id: string
  item: AttentionItem
  person?: StoppedPerson
  /** A line of why it stands there. */
  why?: string
}

/** Cells before a line of why. */
const WHY_INDENT = 4

/**
 * The rows of the list; people who stopped are listed where their item is open, and why below the item that is explained.
 *
 * @param explained - The id of that item. @param width - Cells of the pane.
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
  /** Until when an item is muted, Unix ms. */
  until: (id: string) => number | undefined
  /** Whether an item was not there in an earlier run. */
  isNew: (item: AttentionItem) => boolean
}

/** One line a row: how critical it is, what it is about, what is the matter, and where that is looked into. */
export const attentionRows = (
  entries: readonly AttentionEntry[],
  width: number,
  theme: Theme,
  words: RowWords,
): string[] => {
  const texts = entries.map(({ item, person, why }) =>
    person || why !== undefined ? undefined : attentionText(item, words),
  )
  const subjectWidth = Math.min(WIDEST, Math.max(0, ...texts.map((text) => textWidth(text?.subject ?? ''))))
  const place = width >= PLACED ? PLACE : 0
  const free = width - subjectWidth - place - 5
  // What is said has no places, and is not cut.
  const room = place > 0 && !theme.isLinear ? Math.min(free, WIDEST_TEXT) : free
  return entries.map(({ item, person, why }, index) => {
    if (why !== undefined) return `${' '.repeat(WHY_INDENT)}${theme.muted(why)}`
    const target = fit(placeOf(item), PLACE - 1)
    const leads = place > 0 ? ` ${theme.muted(target)}` : ''
    if (person) return `${' '.repeat(subjectWidth + 4)}${fit(personText(person, words), room)}${leads}`
    const { subject, text } = texts[index] ?? { subject: '', text: '' }
    const until = words.until(item.id)
    if (until !== undefined) {
      const muted = fit(`muted until ${dayLabel(dayOf(until)).slice(0, 6)}: ${text}`, room)
      const row = `${theme.signs.none} ${fit(subject, subjectWidth)}  ${muted}`
      return theme.muted(place > 0 ? `${row} ${target}` : row)
    }
    const mild = theme.isLinear ? 'checking' : theme.signs.look
    const sign = item.severity === 'high' ? theme.bad(theme.signs.care) : theme.warn(mild)
    const row = `${sign} ${theme.strong(fit(subject, subjectWidth))}  ${fit(text, room)}${leads}`
    return words.isNew(item) ? `${row}${newsSign(theme)}` : row
  })
}

const personText = ({ id, email, lastDay, activeDays }: StoppedPerson, { nameOf }: AttentionWords): string =>
  `${safeText(nameOf(id, email))}  last seen ${dayLabel(lastDay)}, active on ${activeDays} days in the month before`

/**
 * The heading of the list, and one calm line where it is empty.
 *
 * @param days - Which days are looked at, where these are not the whole range.
 */
export const attentionHead = (
  { attention, isLooking, states, standing }: OverviewData,
  isListed: boolean,
  days: string | undefined,
  name: string,
  theme: Theme,
): string[] => {
  const { open, muted, isNew } = attention
  const care = (text: string) => theme.warn(`${theme.signs.care} ${text}`)
  const hasFailed = states.some((one) => one.is === 'failed' && one.old === undefined)
  const newCount = open.filter(isNew).length
  const state = isLooking
    ? theme.muted('still checking')
    : hasFailed
      ? care('some checks failed')
      : standing.without.length > 0 && care(`without ${standing.without.join(', ')}`)
  const head = [
    name,
    open.length > 0 && theme.strong(String(open.length)),
    days !== undefined && theme.muted(days),
    newCount > 0 && `${newsSign(theme)} ${theme.strong(String(newCount))} new`,
    muted > 0 && theme.muted(`${muted} muted`),
    state,
  ]
  const shown = head.filter((part) => part !== false).join('  ')
  if (isListed || isLooking) return [shown]
  return [shown, ` ${theme.muted(hasFailed ? 'Attention items could not be loaded.' : 'Nothing needs attention.')}`]
}
