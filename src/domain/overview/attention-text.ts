import { dayOf } from '../calendar/calendar.ts'
import { riskText } from '../risk/finding-text.ts'
import { dayLabel, decimal, fullNumber, percent, weekdayName } from '../text/format.ts'
import { safeText } from '../text/safe-text.ts'
import { type AttentionItem, WATCHED, type Watched } from './attention.ts'

/** An item in words, safe to show: what it is about, and what is the matter with it. */
export type AttentionText = { subject: string; text: string }

export type AttentionWords = {
  /** What a person is called: by e-mail, by id, or by a pseudonym. Untrusted text. */
  nameOf: (id: string, email: string | undefined) => string
  /** What a repository is called. Untrusted text. @default its URL */
  repositoryOf?: (repoUrl: string) => string | undefined
}

/** An item of the attention list in one line. */
export const attentionText = (
  item: AttentionItem,
  { nameOf, repositoryOf = () => undefined }: AttentionWords,
): AttentionText => {
  if (item.kind === 'anomaly') return anomalyText(item)
  if (item.kind === 'risk') return { subject: `rev ${item.revision ?? '?'}`, text: `widened: ${riskText(item.risks)}` }
  if (item.kind === 'fell') {
    const lost = item.lost.length > 0 ? `: ${namedFirst(item.lost)}` : ''
    return {
      subject: safeText(repositoryOf(item.repoUrl) ?? item.repoUrl),
      text: `fell from L${item.from} to L${item.to}${lost}`,
    }
  }
  if (item.kind === 'keys') {
    const day = dayLabel(dayOf(item.key.expiresAt))
    return {
      subject: `key ${safeText(item.key.name)}`,
      text: item.isExpired ? `expired on ${day}` : `expires on ${day}`,
    }
  }
  if (item.kind === 'neglected') {
    const { neverExpires, old } = item
    const parts = [
      ...(neverExpires > 0 ? [`${neverExpires} never ${neverExpires === 1 ? 'expires' : 'expire'}`] : []),
      ...(old > 0 ? [`${old} ${old === 1 ? 'is' : 'are'} older than a year`] : []),
    ]
    return { subject: 'keys', text: parts.join(', ') }
  }
  const { people, quietDays } = item
  const names = namedFirst(people.map(({ id, email }) => nameOf(id, email)))
  const verb = people.length === 1 ? 'has' : 'have'
  return {
    subject: people.length === 1 ? '1 person' : `${people.length} people`,
    text: `active last month ${verb} not been seen for ${quietDays} days: ${names}`,
  }
}

const NAMED = 3

/** The first names of a list, and how many there are besides. */
export const namedFirst = (names: readonly string[]): string => {
  const first = names.slice(0, NAMED).map((name) => safeText(name))
  return `${first.join(', ')}${names.length > NAMED ? ` and ${names.length - NAMED} more` : ''}`
}

/** What a measure is called within a sentence. */
const nameIn = (measure: Watched): string => WATCHED[measure].measure.short

const anomalyText = ({
  measure,
  anomaly,
  also,
  because,
}: Extract<AttentionItem, { kind: 'anomaly' }>): AttentionText => {
  const weekday = weekdayName(anomaly.day)
  const { ratio, value } = anomaly
  const parts = [
    ratio === undefined
      ? `${nameIn(measure)} ${fullNumber(value)}, the usual ${weekday} has none`
      : ratio >= 1.95
        ? `${nameIn(measure)} ${decimal(ratio, 1)}x the usual ${weekday}`
        : `${nameIn(measure)} ${percent(Math.abs(ratio - 1), 0)} ${anomaly.direction} the usual ${weekday}`,
  ]
  // The share is over 1 where other parts went the other way; `120 % of it` would read like a mistake.
  if (because) {
    const share = because.share < 0.995 ? percent(because.share, 0) : 'all'
    parts.push(`${share} of it ${safeText(because.name || '(no id)')}`)
  }
  if (also.length > 0) parts.push(`also ${also.map(nameIn).join(', ')}`)
  return { subject: dayLabel(anomaly.day).slice(0, 6), text: parts.join(', ') }
}
