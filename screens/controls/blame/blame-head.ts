import type { Blame } from '../../../src/domain/revisions/blame.ts'
import { fullNumber, UNKNOWN } from '../../../src/domain/text/format.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { NOT_KNOWN } from '../../kit/query/states.ts'
import type { LoadedRevisions } from '../shared/use-revisions.ts'
import type { BlameRow } from './blame-rows.ts'

/** What is known of how far was looked. */
export type Reach = Pick<LoadedRevisions, 'hasMore' | 'isWhole' | 'isLoadingMore'> & {
  isOffline: boolean
  isFailed: boolean
  /** Turns while the whole history is walked; undefined while it is not. */
  spinner: string | undefined
}

/** How many changes were found, and how far was looked for them, as much of that as there is room for. */
export const blameReach = (
  rows: readonly BlameRow[],
  blame: Blame,
  reach: Reach,
  width: number,
  theme: Theme,
): string => {
  const counted = ` ${countText(rows, reach.isWhole)}   `
  const fars = lookedTexts(blame, reach)
  const far = fars.find((text) => counted.length + text.length <= width) ?? fars.at(-1) ?? ''
  return `${counted}${theme.muted(far)}`
}

const countText = (rows: readonly BlameRow[], isWhole: boolean): string => {
  const count = rows.filter(({ since }) => since === 'known').length
  if (count === 0) return rows.length === 0 ? 'nothing found' : isWhole ? 'never changed' : 'no change so far'
  return `${fullNumber(count)} ${count === 1 ? 'change' : 'changes'}`
}

/** How far was looked, and what is behind that: in full, and for narrow windows. */
const lookedTexts = ({ looked }: Blame, reach: Reach): string[] => {
  const { hasMore, isWhole, isLoadingMore, isOffline, isFailed, spinner } = reach
  const oldest = looked.oldest ?? UNKNOWN
  if (spinner !== undefined)
    return [`looking back: ${fullNumber(looked.count)} revisions, at ${oldest} ${spinner}  Esc stops`]
  const count = `${fullNumber(looked.count)} ${looked.count === 1 ? 'revision' : 'revisions'}`
  if (isWhole) return [`looked at all ${count} of the history`, `looked at all ${count}`]
  const behind = isLoadingMore
    ? ['older ones are on their way']
    : isFailed
      ? ['older ones did not come: G asks again', 'the rest did not come: G asks again']
      : hasMore
        ? ['older ones on the server: G looks on', 'G looks on']
        : [isOffline ? 'older ones are not kept on this machine' : 'older ones are missing']
  return [`looked at ${count}, back to ${oldest}; ${behind[0]}`, `looked back to ${oldest}; ${behind.at(-1)}`]
}

/** Why no change is listed. */
export const emptyBlame = ({ looked, isWhole }: Blame, isLooking: boolean, isFailed = false): string => {
  if (looked.count === 0 && isFailed) return `who changed it is ${NOT_KNOWN}`
  if (looked.count === 0) return isLooking ? 'loading revisions' : 'The controls have never been changed.'
  if (isWhole) return 'Nothing has ever been at this path: see how it is written.'
  const count = looked.count === 1 ? 'the one revision' : `the ${fullNumber(looked.count)} revisions`
  return `Nothing is at this path in ${count} that were looked at${isLooking ? '.' : ': G looks further back.'}`
}
