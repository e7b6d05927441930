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

/** The words that a shell makes of a command. */
const wordsOf = (command: string, env: Record<string, string>): string[] => {
  const { stdout } = spawnSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }; ${command}`], { encoding: 'utf8', env })
  return stdout.split('\0').slice(0, -1)
}

test('a read is its address, and the key is taken from the environment of the shell', () => {
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

test('a change has its method and its body, which means the same and holds nothing that a terminal acts on', () => {
  const body = { name: "it's 日本 \u009b31m \u202e", note: '!! $HOME \\ "' }
  const text = curlText(entryOf({ method: 'PATCH', sent: JSON.stringify(body) })) ?? ''
  expect(text).toMatch(/^[\x20-\x7e]+$/)
  const words = wordsOf(text, { QUARTERDECK_API_KEY: 'k' })
  expect(words.slice(1, 3)).toEqual(['-X', 'PATCH'])
  expect(words.slice(5, 7)).toEqual(['-H', 'Content-Type: application/json'].slice(0, 2))
  expect(JSON.parse(words.at(-2) ?? '')).toEqual(body)
})

test('a signed link that was followed has no command: its query is kept nowhere', () => {
  expect(curlText(entryOf({ hasKey: false }))).toBeUndefined()
})
