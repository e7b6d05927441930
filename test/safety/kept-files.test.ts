import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { NOW } from '../helpers/demos.ts'
import { fileService, open } from '../helpers/e2e.ts'
import { startFront } from '../helpers/front-server.ts'
import { makeFolder } from '../helpers/make-folder.ts'
import { envOf, foldersIn } from '../helpers/pty.ts'
import { runQd } from '../helpers/run-qd.ts'
import { CANARY, canariesIn, spellings } from './canary.ts'
import { filesIn, textsIn } from './kept-texts.ts'

const options = { demo: { users: 9, days: 40 }, keys: { owner: CANARY } }
const service = fileService({ ...options, now: () => NOW })
// The explorer has the machine's clock, and so has its organisation.
const live = fileService(options)

const echoed = Object.values(spellings).join(' | ')
const echo = { id: echoed, name: spellings.plain, [spellings.plain]: spellings.base64 }
/** Sends the key back: in rows of tools, people and revisions, and in the refusal of the rest. */
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

const dates = ['--from', '2026-11-18', '--to', '2026-11-20']
const commands = [
  ['overview', ...dates],
  ['analytics', 'tools', ...dates],
  ['analytics', 'users', '--all', ...dates],
  ['analytics', 'tokens', ...dates],
  ['analytics', 'activity', ...dates],
]

test('what a secret of settings is and what the key is stands nowhere in the ledger, packed or not', async () => {
  const home = makeFolder()
  const cache = join(home, 'cache.db')
  const front = await startFront({ url: service.url, key: CANARY })
  onTestFinished(() => front.close())
  for (const rule of [undefined, echoing]) {
    front.play(rule)
    for (const line of commands) await runQd([...line, '--refresh'], { url: front.url, key: CANARY, cache })
  }
  const texts = textsIn(home)
  const all = texts.join('\n')
  // What was looked into is what is kept: rows of days, people and revisions, masked where the key was sent back.
  for (const known of ['tool_calls', 'user_email', 'settings', '••••••']) expect(all).toContain(known)
  for (const text of texts) expect(canariesIn(text)).toEqual([])
  expect(all).not.toMatch(/demo-secret|9f2c7a41/)
})

test('the explorer neither writes the key to its terminal nor to a file, even when the server sends it back', async () => {
  const home = makeFolder()
  const front = await startFront({ url: live.url, key: CANARY }, echoing)
  onTestFinished(() => front.close())
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
  // Ctrl-C would only cancel what is still being fetched.
  await program.waitFor((rows) => !rows.join().includes('activity') && rows.join().includes('0 req'))
  program.press('^c ^c')
  await program.exited
  expect(canariesIn(program.raw())).toEqual([])
  for (const text of textsIn(home)) expect(canariesIn(text)).toEqual([])
  const modes = filesIn(home).map((file) => [file.slice(home.length), statSync(file).mode & 0o777])
  expect(modes.length).toBeGreaterThan(1)
  for (const [file, mode] of modes) expect([file, mode]).toEqual([file, 0o600])
})
