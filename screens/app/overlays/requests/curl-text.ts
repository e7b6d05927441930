import type { LogEntry } from '../../../../src/cache/query/query-client.ts'

/**
 * A request as a command for a shell, which takes the key from its own QUARTERDECK_API_KEY; undefined for one that followed a
 * signed link, which is kept nowhere.
 */
export const curlText = ({ method, url, hasKey, sent }: LogEntry): string | undefined => {
  if (!hasKey) return undefined
  return [
    // Without --globoff curl makes several addresses of one with brackets in it.
    'curl --globoff',
    ...(method === 'GET' ? [] : [`-X ${quoted(method)}`]),
    `-H "Authorization: Bearer $QUARTERDECK_API_KEY"`,
    ...(sent === undefined ? [] : [`-H 'Content-Type: application/json' --data-raw ${quoted(inAscii(sent))}`]),
    quoted(url),
  ].join(' ')
}

// Between single quotes everything is as it is, and there is no way to have one inside.
const quoted = (text: string): string => (/^[A-Z]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)

// What is not ASCII stands in strings alone, where JSON has another way to write it that no terminal acts on.
const inAscii = (json: string): string =>
  json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
