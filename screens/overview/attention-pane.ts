import type { AttentionItem } from '../../src/domain/overview/attention.ts'
import { type AttentionWords, attentionText } from '../../src/domain/overview/attention-text.ts'
import { fit } from '../../src/domain/text/fit.ts'
import { dayLabel } from '../../src/domain/text/format.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import { mildSign } from '../../src/domain/text/signs.ts'
import { textWidth } from '../../src/domain/text/width.ts'
import type { StoppedPerson } from '../../src/domain/usage/stopped-people.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'

const places: Record<AttentionItem['target']['screen'], string> = {
  usage: 'Usage',
  people: 'People',
  readiness: 'Readiness',
  controls: 'Controls',
  keys: 'Keys',
}

/** Cells of the widest subject; longer ones are cut. */
const WIDEST = 24
/** Cells of the widest place with a space before it. */
const PLACE = 10
/** Cells of the widest text: where it leads stands behind it. */
const WIDEST_TEXT = 96
/** From this width on a row says where it leads. */
const PLACED = 90

/** A row of the list: an item, or below an opened one a person that it is about. */
export type AttentionEntry = { id: string; item: AttentionItem; person?: StoppedPerson }

/** The rows of the list; people who stopped are listed where their item is open. */
export const attentionEntries = (items: readonly AttentionItem[], isOpen: boolean): AttentionEntry[] =>
  items.flatMap((item): AttentionEntry[] => {
    const people = isOpen && item.kind === 'stopped' ? item.people : []
    return [{ id: item.id, item }, ...people.map((person) => ({ id: `${item.id}:${person.id}`, item, person }))]
  })

/** One line a row: how grave it is, what it is about, what is the matter, and where that is looked into. */
export const attentionRows = (
  entries: readonly AttentionEntry[],
  width: number,
  theme: Theme,
  words: AttentionWords,
): string[] => {
  const texts = entries.map(({ item, person }) => (person ? undefined : attentionText(item, words)))
  const subjectWidth = Math.min(WIDEST, Math.max(0, ...texts.map((text) => textWidth(text?.subject ?? ''))))
  const place = width >= PLACED ? PLACE : 0
  const free = width - subjectWidth - place - 5
  const longest = Math.max(WIDEST_TEXT, ...texts.map((text) => textWidth(text?.text ?? '')))
  const room = place > 0 ? Math.min(free, longest) : free
  return entries.map(({ item, person }, index) => {
    const leads = place > 0 ? ` ${theme.muted(fit(places[item.target.screen], PLACE - 1))}` : ''
    const indent = ' '.repeat(subjectWidth + 4)
    if (person) return `${indent}${fit(personText(person, words), room)}${leads}`
    const { subject, text } = texts[index] ?? { subject: '', text: '' }
    const sign = item.severity === 'high' ? theme.bad(theme.signs.care) : theme.warn(mildSign(theme.isAscii))
    return `${sign} ${theme.strong(fit(subject, subjectWidth))}  ${fit(text, room)}${leads}`
  })
}

const personText = ({ id, email, lastDay, activeDays }: StoppedPerson, { nameOf }: AttentionWords): string =>
  `${safeText(nameOf(id, email))}  last seen ${dayLabel(lastDay)}, ${activeDays} days of use in the month before`

/** What is known of the parts that attention is looked for in. */
export type LookedAt = { isWaiting: boolean; hasFailed: boolean }

/** The heading of the list, and one calm line where it is empty. */
export const attentionHead = (
  count: number,
  { isWaiting, hasFailed }: LookedAt,
  name: string,
  theme: Theme,
): string[] => {
  const state = isWaiting
    ? [theme.muted('still looking')]
    : hasFailed
      ? [theme.warn('! not all could be looked at')]
      : []
  const head = [name, ...(count > 0 ? [theme.strong(String(count))] : []), ...state].join('  ')
  if (count > 0 || isWaiting) return [head]
  return [head, ` ${theme.muted(hasFailed ? 'What needs attention is not known.' : 'Nothing needs attention.')}`]
}
