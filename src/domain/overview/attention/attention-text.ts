import { signsFor } from '../../text/signs.ts'
import type { AttentionText, AttentionWords } from './attention-kind.ts'
import { type AttentionItem, kindOf } from './attention-kinds.ts'

/** An item of the attention list in words. */
export const attentionText = (
  item: AttentionItem,
  { nameOf, repositoryOf = () => undefined }: AttentionWords,
): AttentionText => kindOf(item).text(item, { nameOf, repositoryOf })

/** By which rule and which figures an item stands in the list, as one sentence. Names no people. */
export const attentionWhy = (item: AttentionItem): string => kindOf(item).why(item)

/** How much an item matters, in one cell. */
export const attentionSign = ({ severity }: AttentionItem, isAscii: boolean): string =>
  signsFor(isAscii)[severity === 'high' ? 'care' : 'look']
