import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type RunningService, startService } from '../../src/service/start-service.ts'
import { makeFolder } from '../helpers/make-folder.ts'
import { openProgram } from '../helpers/pty.ts'
import { CANARY, canariesIn } from '../safety/canary.ts'

let service: RunningService
beforeAll(async () => {
  service = await startService({ demo: { users: 5, days: 30 }, keys: { owner: CANARY } })
})
afterAll(() => service.close())

const openIn = (home: string, ...args: string[]) => {
  const folders = { XDG_CONFIG_HOME: home, XDG_STATE_HOME: home, XDG_CACHE_HOME: home }
  const program = openProgram({ args, cols: 140, env: folders })
  onTestFinished(() => program.close())
  return program
}

test('a key is typed unseen, kept for its owner alone, and opens the explorer under the name of its profile', async () => {
  const home = makeFolder()
  const add = openIn(home, 'profile', 'add', 'acme')
  await add.waitFor('Address of the API')
  add.type(`${service.url}\r`)
  await add.waitFor('Address of the application')
  add.type('\r')
  await add.waitFor('The profile acme is in use')
  expect((await add.exited).code).toBe(0)

  const login = openIn(home, 'login', '--keep', 'file')
  await login.waitFor('API key of acme')
  // What is typed wrong is taken back, a letter or all of it.
  login.type(`wrong\x15${CANARY}x\x7f\r`)
  await login.waitFor('is kept in')
  expect((await login.exited).code).toBe(0)
  expect(canariesIn(login.raw())).toEqual([])
  expect(login.raw()).not.toContain('wrong')

  const keys = join(home, 'quarterdeck', 'keys')
  expect(readdirSync(keys)).toEqual(['acme.json'])
  expect([statSync(keys).mode & 0o777, statSync(join(keys, 'acme.json')).mode & 0o777]).toEqual([0o700, 0o600])
  expect(canariesIn(readFileSync(join(home, 'quarterdeck', 'config.json'), 'utf8'))).toEqual([])

  const explorer = openIn(home)
  await explorer.waitFor('acme > Overview')
  await explorer.waitFor('CREDITS')
  explorer.press('q')
  await explorer.exited
  expect(canariesIn(explorer.raw())).toEqual([])
})

test('^C at the question for a key keeps nothing and leaves the terminal as it was', async () => {
  const home = makeFolder()
  mkdirSync(join(home, 'quarterdeck'))
  const config = { profile: 'acme', profiles: { acme: { baseUrl: service.url, readOnly: true } } }
  writeFileSync(join(home, 'quarterdeck', 'config.json'), JSON.stringify(config))
  const login = openIn(home, 'login')
  await login.waitFor('API key of acme')
  login.press('^c')
  expect((await login.exited).code).toBe(130)
  expect(login.screen().join('\n')).toContain('Interrupted.')
  expect(readdirSync(join(home, 'quarterdeck'))).toEqual(['config.json'])
})

test('the explorer opens the demo by its profile, though another one is chosen, and refuses writes when told', async () => {
  const home = makeFolder()
  mkdirSync(join(home, 'quarterdeck'))
  const config = { profile: 'acme', profiles: { acme: { baseUrl: 'https://api.example.com' } } }
  writeFileSync(join(home, 'quarterdeck', 'config.json'), JSON.stringify(config))
  const explorer = openIn(home, '--profile', 'demo', '--read-only')
  await explorer.waitFor('DEMO   RO  Overview')
  explorer.press('q')
  expect((await explorer.exited).code).toBe(0)
})
