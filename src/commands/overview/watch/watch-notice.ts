import type { AppError } from '../../../base/errors.ts'
import type { AttentionItem } from '../../../domain/overview/attention/attention-kinds.ts'
import { attentionLine } from '../../../domain/overview/attention/attention-output.ts'
import { attentionSign } from '../../../domain/overview/attention/attention-text.ts'
import type { Notice } from '../../../notify/event/notice.ts'

/** Items that a notice names; it counts the rest. */
const MOST_NAMED = 12

/** One notice for all that is new: several at once would be summed up by the channels. */
export const newsNotice = (items: readonly AttentionItem[], organisation: string): Notice => {
  const named = items.slice(0, MOST_NAMED).map((item) => `${attentionSign(item, false)} ${attentionLine(item)}`)
  const more = items.length - named.length
  return {
    title: `${items.length} ${items.length === 1 ? 'thing needs' : 'things need'} attention · ${organisation}`,
    text: [...named, ...(more > 0 ? [`and ${more} more: qd overview tells all`] : [])].join('\n'),
    level: 'attention',
  }
}

export const outageNotice = (error: AppError | undefined, organisation: string): Notice =>
  error === undefined
    ? { title: `It can be looked at again · ${organisation}`, text: 'The service answers again.', level: 'info' }
    : { title: `It cannot be looked at · ${organisation}`, text: error.message, level: 'problem' }
