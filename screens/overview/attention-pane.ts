import type { AttentionItem } from '../../src/domain/attention.ts'
import { type AttentionWords, attentionText } from '../../src/domain/attention-text.ts'
import { fit } from '../../src/domain/fit.ts'
import { textWidth } from '../../src/domain/width.ts'
import type { Theme } from '../../src/ui/theme.ts'

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
/** From this width on a row says where it leads. */
const PLACED = 90

/** One row an item: how grave it is, what it is about, what is the matter, and where that is looked into. */
export const attentionRows = (
  items: readonly AttentionItem[],
  width: number,
  theme: Theme,
  words: AttentionWords,
): string[] => {
  const texts = items.map((item) => attentionText(item, words))
  const subjectWidth = Math.min(WIDEST, Math.max(0, ...texts.map(({ subject }) => textWidth(subject))))
  const place = width >= PLACED ? PLACE : 0
  return texts.map(({ subject, text }, index) => {
    const { severity, target } = items[index] as AttentionItem
    const sign = severity === 'high' ? theme.bad('!') : theme.warn('~')
    const room = width - subjectWidth - place - 5
    const leads = place > 0 ? ` ${theme.muted(fit(places[target.screen], PLACE - 1))}` : ''
    return `${sign} ${theme.strong(fit(subject, subjectWidth))}  ${fit(text, room)}${leads}`
  })
}

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
  return [head, ` ${theme.muted(hasFailed ? 'Nothing else needs attention.' : 'Nothing needs attention.')}`]
}
