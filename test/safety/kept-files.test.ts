import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fileService, open } from '../helpers/e2e.ts'
import { makeFolder } from '../helpers/make-folder.ts'
import { envOf, foldersIn } from '../helpers/pty.ts'
import { testFront } from '../helpers/test-server.ts'
import { CANARY, canariesIn, spellings } from './canary.ts'
import { filesIn, textsIn } from './kept-texts.ts'

const service = fileService({ demo: { users: 9, days: 40 }, keys: { owner: CANARY } })

const echoed = Object.values(spellings).join(' | ')
const echo = { id: echoed, name: spellings.plain, [spellings.plain]: spellings.base64 }
/** Sends the key back: in rows of tools and people, and in a refusal. */
const echoing = (path: string, query: URLSearchParams) => {
  const date = query.get('endDate')
  if (path.endsWith('/tools'))
    return { status: 200, body: { data: [{ date, tool_calls: 1, ...echo }], meta: { org_id: 'org' } } }
  if (path.endsWith('/users')) {
    const rows = [{ user_id: spellings.plain, user_email: echoed, date, primary_model: echoed, ...echo }]
    return { status: 200, body: { data: rows, meta: { org_id: 'org', has_more: false } } }
  }
  if (path.includes('activity')) return { status: 400, body: { title: echoed, detail: echoed, status: 400 } }
  return undefined
}

test('the explorer writes the key neither to its terminal nor to a file, even if the server sends it back', async () => {
  const home = makeFolder()
  const front = await testFront({ url: service.url, key: CANARY }, echoing)
  const env = {
    ...envOf(front.url, CANARY),
    ...foldersIn(home),
    HOME: join(home, 'empty'),
  }
  const program = open({ env, cols: 160, rows: 50 })
  await program.waitFor('0 req')
  await program.pressUntil('2', '= qd analytics')
  await program.pressUntil('3', '••••••')
  await program.pressUntil('@', 'activity')
  program.press('Esc')
  // Ctrl-C would only cancel a running request.
  await program.waitFor((rows) => !rows.join().includes('activity') && rows.join().includes('0 req'))
  program.press('^c ^c')
  await program.exited
  expect(canariesIn(program.raw())).toEqual([])
  for (const text of textsIn(home)) expect(canariesIn(text)).toEqual([])
  const modes = filesIn(home).map((file) => [file.slice(home.length), statSync(file).mode & 0o777])
  expect(modes.length).toBeGreaterThan(1)
  for (const [file, mode] of modes) expect([file, mode]).toEqual([file, 0o600])
})
