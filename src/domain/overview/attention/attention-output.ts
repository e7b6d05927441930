import { type AttentionItem, kindOf } from './attention-kinds.ts'
import { attentionText, attentionWhy } from './attention-text.ts'

/** An item of the attention list in words, as the overview prints it: safe to show. */
export const attentionLine = (item: AttentionItem): string => {
  const { subject, text } = attentionText(item, { nameOf: (id, email) => email || id })
  return `${subject}  ${text}`
}

/** An item of the attention list with raw numbers and names; `text` is what people read. */
export const attentionOutput = (item: AttentionItem): object => ({
  id: item.id,
  severity: item.severity,
  kind: item.kind,
  screen: item.target.screen,
  text: attentionLine(item),
  why: attentionWhy(item),
  ...kindOf(item).output(item),
})
