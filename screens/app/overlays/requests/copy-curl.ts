import { NO_ROW } from '../../../kit/list/nothing-to-do.ts'
import { useLastRow } from '../../../kit/session/use-last-row.ts'
import { NO_CURL } from './asked-detail.ts'
import type { AskedRow } from './asked-row.ts'
import { curlText } from './curl-text.ts'

/** Copies the command that sends a request again, and says so. */
export const useCopyCurl = () => {
  const { tell, copy } = useLastRow()
  return (row: AskedRow | undefined) => {
    if (!row) return NO_ROW
    const text = row.from === 'network' ? curlText(row.entry) : undefined
    if (text !== undefined) return copy(text, 'curl, which takes the key from $QUARTERDECK_API_KEY.')
    return tell(
      `Nothing was copied: ${row.from === 'cache' ? 'it came from the cache, and no request was sent' : NO_CURL}.`,
    )
  }
}
