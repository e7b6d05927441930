import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { curlText } from '../../../../../screens/app/overlays/requests/request-row.ts'
import { createRequestLog, type LogEntry } from '../../../../../src/client/request-log.ts'

const entryOf = (change: Partial<LogEntry>): LogEntry => {
  const log = createRequestLog()
  const start = { at: 0, endpoint: 'x', method: 'GET', url: 'https://api.example.com/', hasKey: true, sent: undefined }
  log.start({ ...start, attempt: 1, page: undefined, ...change })
  return log.entries()[0] as LogEntry
}

/** The words into which a shell splits a command. */
const wordsOf = (command: string, env: Record<string, string>): string[] => {
  const { stdout } = spawnSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }; ${command}`], { encoding: 'utf8', env })
  return stdout.split('\0').slice(0, -1)
}

test('the command of a GET has its address and takes the key from the environment', () => {
  const text = curlText(entryOf({ url: "https://api.example.com/a?b=1&c=[x]'$(id)`id`" }))
  expect(text).toBe(
    `curl --globoff -H "Authorization: Bearer $QUARTERDECK_API_KEY" 'https://api.example.com/a?b=1&c=[x]'\\''$(id)\`id\`'`,
  )
  expect(wordsOf(text ?? '', { QUARTERDECK_API_KEY: `k"$(id)'` })).toEqual([
    '--globoff',
    '-H',
    `Authorization: Bearer k"$(id)'`,
    "https://api.example.com/a?b=1&c=[x]'$(id)`id`",
  ])
})

test('the command of a change has its method and its body in printable ASCII', () => {
  const body = { name: "it's 日本 \u009b31m \u202e", note: '!! $HOME \\ "' }
  const text = curlText(entryOf({ method: 'PATCH', sent: JSON.stringify(body) })) ?? ''
  expect(text).toMatch(/^[\x20-\x7e]+$/)
  const words = wordsOf(text, { QUARTERDECK_API_KEY: 'k' })
  expect(words.slice(1, 3)).toEqual(['-X', 'PATCH'])
  expect(words.slice(5, 7)).toEqual(['-H', 'Content-Type: application/json'].slice(0, 2))
  expect(JSON.parse(words.at(-2) ?? '')).toEqual(body)
})

test('a followed signed link has no command, because its query is not stored', () => {
  expect(curlText(entryOf({ hasKey: false }))).toBeUndefined()
})
