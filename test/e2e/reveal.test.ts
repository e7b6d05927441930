import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type RunningService, startService } from '../../src/service/start-service.ts'
import { openProgram } from '../helpers/pty.ts'

const SECRET = 'correct-horse-battery-1'
const QUESTION = 'This prints secrets on the screen. Type yes to go on:'

let service: RunningService
beforeAll(async () => {
  service = await startService({
    prepare: (store) => {
      const user = { id: 'u', email: 'e@example.com', name: 'E' }
      const row = { revision: 1, settings: { env: { A: SECRET } }, user, updatedAt: '2026-11-10T12:00:00Z' }
      store.revisions.put(1, JSON.stringify(row))
    },
  })
})
afterAll(() => service.close())

const open = () => {
  const program = openProgram({
    args: ['controls', 'show', '--reveal'],
    env: { QUARTERDECK_BASE_URL: service.url, QUARTERDECK_API_KEY: service.keys.owner, XDG_CACHE_HOME: '/nowhere' },
  })
  onTestFinished(() => program.close())
  return program
}

test('whoever types yes on the terminal is shown the secrets', async () => {
  const program = open()
  await program.waitFor(QUESTION)
  program.type('yes\r')
  await program.waitFor(`"A": "${SECRET}"`)
  await expect(program.exited).resolves.toEqual({ code: 0, signal: 0 })
})

test.each([
  ['no', 'no\r', 1],
  ['nothing but Enter', '\r', 1],
  ['the end of the input', '\u0004', 1],
  ['Ctrl-C', '\u0003', 130],
])('%s shows none', async (_name, typed, code) => {
  const program = open()
  await program.waitFor(QUESTION)
  program.type(typed)
  await expect(program.exited).resolves.toEqual({ code, signal: 0 })
  expect(program.raw()).not.toContain(SECRET)
  expect(program.raw()).toContain(code === 130 ? 'Interrupted.' : 'Nothing is shown')
})
