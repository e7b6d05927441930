import { NO_ROW } from '../../../kit/list/nothing-to-do.ts'
import { useSession } from '../../../kit/session/session.ts'
import { NO_CURL } from './asked-detail.ts'
import type { AskedRow } from './asked-row.ts'
import { curlText } from './curl-text.ts'

/** Copies the command that sends a request again, and says so. */
export const useCopyCurl = () => {
  const session = useSession()
  return (row: AskedRow | undefined) => {
    if (!row) return NO_ROW
    const text = row.from === 'network' ? curlText(row.entry) : undefined
    if (text !== undefined) session.copy(text)
    const why = row.from === 'cache' ? 'it came from the cache, and no request was sent' : NO_CURL
    session.set({
      notice:
        text === undefined
          ? `Nothing was copied: ${why}.`
          : 'Copied as curl, which takes the key from $QUARTERDECK_API_KEY.',
    })
    return undefined
  }
}
