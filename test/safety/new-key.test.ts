import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fileService } from '../helpers/e2e.ts'
import { makeFolder } from '../helpers/make-folder.ts'
import { runQd } from '../helpers/run-qd.ts'
import { textsIn } from './kept-texts.ts'

/** The forms in which a text may contain a new key. */
const formsOf = (value: string): string[] => [
  value,
  JSON.stringify(value).slice(1, -1),
  encodeURIComponent(value),
  Buffer.from(value).toString('base64').slice(0, -4),
  Buffer.from(value).toString('base64url').slice(0, -4),
  // A part of the key would also reveal it.
  value.slice(0, 16),
  value.slice(-16),
]
const isIn = (text: string, value: string): boolean => formsOf(value).some((form) => text.includes(form))

const service = fileService({ demo: { users: 2, days: 3, seed: 1 } })

test('a new key is printed once, and is neither in the log nor in any file', async () => {
  const home = makeFolder()
  const run = (...argv: string[]) =>
    runQd([...argv, '--verbose'], {
      url: service.url,
      key: service.keys.owner,
      home,
      cache: join(home, 'cache.db'),
    })
  const made = await run('keys', 'create', 'sa_observability', '--name', 'deploy', '--json')
  const { value } = JSON.parse(made.out).apiKey
  expect(value.length).toBeGreaterThan(30)
  expect(made.out.split(value)).toHaveLength(2)
  const listed = await run('keys', 'list', 'sa_observability', '--json')
  expect(listed.out).toContain('deploy')
  for (const text of [made.err, listed.out, listed.err, ...textsIn(home)]) expect(isIn(text, value)).toBe(false)
})
