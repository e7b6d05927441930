import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fileService, open } from '../helpers/e2e.ts'
import { makeConfig, makeFolder } from '../helpers/make-folder.ts'
import { CANARY, canariesIn } from '../safety/canary.ts'
import { filesIn } from '../safety/kept-texts.ts'

const service = fileService({ demo: { users: 5, days: 30 }, keys: { owner: CANARY } })

const openIn = (home: string, ...args: string[]) => {
  const folders = { XDG_CONFIG_HOME: home, XDG_STATE_HOME: home, XDG_CACHE_HOME: home }
  return open({ args, cols: 140, env: folders })
}

test('a typed API key is not echoed, is readable only by its owner, and opens the explorer with its profile', async () => {
  const home = makeFolder()
  const add = openIn(home, 'profile', 'add', 'acme')
  await add.waitFor('Address of the API')
  await add.typeUntil(`${service.url}\r`, 'Address of the application')
  await add.typeUntil('\r', 'Added the profile acme.')
  expect((await add.exited).code).toBe(0)

  const login = openIn(home, 'login', '--keep', 'file')
  await login.waitFor('API key of acme')
  // Backspace deletes a character, and Ctrl-U the whole input.
  await login.typeUntil(`wrong\x15${CANARY}x\x7f\r`, 'is stored in')
  expect((await login.exited).code).toBe(0)
  expect(canariesIn(login.raw())).toEqual([])
  expect(login.raw()).not.toContain('wrong')

  expect(readdirSync(join(home, 'quarterdeck', 'keys'))).toEqual(['acme.json'])
  expect(canariesIn(readFileSync(join(home, 'quarterdeck', 'config.json'), 'utf8'))).toEqual([])

  const explorer = openIn(home)
  await explorer.waitFor('acme > Overview')
  await explorer.waitFor('CREDITS')
  explorer.press('q')
  await explorer.exited
  expect(canariesIn(explorer.raw())).toEqual([])
})

test('Ctrl-C at the prompt for an API key stores nothing', async () => {
  const home = makeConfig({ profile: 'acme', profiles: { acme: { baseUrl: service.url, readOnly: true } } })
  const login = openIn(home, 'login')
  await login.waitFor('API key of acme')
  login.press('^c')
  expect((await login.exited).code).toBe(130)
  expect(login.screen().join('\n')).toContain('Interrupted.')
  // Other than the configuration there is only compiled code.
  expect(readdirSync(join(home, 'quarterdeck')).filter((name) => name !== 'code')).toEqual(['config.json'])
})

test('--profile demo --read-only opens the demo read-only, though another profile is chosen', async () => {
  const home = makeConfig({ profile: 'acme', profiles: { acme: { baseUrl: 'https://api.example.com' } } })
  const explorer = openIn(home, '--profile', 'demo', '--read-only')
  await explorer.waitFor('DEMO   RO  Overview')
  explorer.press('q')
  expect((await explorer.exited).code).toBe(0)
})

test('after connecting an organisation from the demo, and after returning to the demo, no data of the other one is shown', async () => {
  const home = makeFolder()
  const explorer = openIn(home)
  await explorer.waitFor(settledAt('DEMO  Overview'))
  await explorer.pressUntil('3', 'DEMO  People')
  await explorer.waitFor((screen) => peopleOn(screen).length > 20)
  const madeUp = peopleOn(explorer.screen())
  await explorer.pressUntil('1', 'C to connect')
  await explorer.waitFor('= qd overview --last 14d --compare prev --profile demo')

  await explorer.typeUntil(':connect\r', 'Connect an organisation')
  explorer.type('acme\r')
  explorer.paste(`${service.url}x`)
  await explorer.waitFor('is not an address')
  await explorer.pressUntil('Backspace Enter Enter', 'stored in the system keychain')
  explorer.press('j Enter')
  explorer.paste('an-unknown-key')
  await explorer.pressUntil('Enter', 'API address: ')
  expect(readdirSync(home, { recursive: true }).join()).not.toMatch(/config\.json|keys/)
  explorer.press('^u')
  explorer.paste(CANARY)
  const before = explorer.raw().length
  await explorer.pressUntil('Enter', 'acme is connected: both addresses accept the key.')
  await explorer.waitFor(settledAt('acme > Overview'))
  await explorer.pressUntil('3', (screen) => peopleOn(screen).length > 2)
  const own = peopleOn(explorer.screen())
  // The first profile is the default, also in a shell, so the shown command does not name it.
  expect(explorer.screen().at(-1)).not.toContain('--profile')
  const strangers = madeUp.filter((person) => !own.includes(person))
  expect(strangers).not.toEqual([])
  const opened = explorer.raw().slice(before)
  const shown = opened.slice(opened.indexOf('acme >'))
  for (const person of strangers) expect(shown).not.toContain(person)

  await explorer.pressUntil('O', 'demo data, on this machine')
  const left = explorer.raw().length
  await explorer.pressUntil('j Enter', settledAt('DEMO  Overview'))
  expect(explorer.screen().join('\n')).not.toContain('acme')
  await explorer.waitFor('= qd overview --last 14d --compare prev --profile demo')
  await explorer.pressUntil('3', (screen) => peopleOn(screen).length > 20)
  const again = explorer.raw().slice(left)
  const after = again.slice(again.indexOf(' DEMO '))
  for (const person of own.filter((one) => !madeUp.includes(one))) expect(after).not.toContain(person)
  explorer.press('q q')
  expect((await explorer.exited).code).toBe(0)

  const keyFile = join(home, 'quarterdeck', 'keys', 'acme.json')
  const withKey = filesIn(home).filter((file) => canariesIn(readFileSync(file, 'latin1')).length > 0)
  expect([withKey, statSync(keyFile).mode & 0o777]).toEqual([[keyFile], 0o600])
  expect(canariesIn(explorer.raw())).toEqual([])
  expect(explorer.modes().isAlternateScreen).toBe(false)
})

/** Local parts of the e-mail addresses on the screen. */
const peopleOn = (screen: readonly string[]): string[] => [
  ...new Set(screen.flatMap((row) => row.match(/[a-z]\.[a-z]+(?=@)/g) ?? [])),
]

/** The screen is shown and has all its data. */
const settledAt =
  (place: string) =>
  ([head = '']: readonly string[]): boolean =>
    head.includes(place) && head.includes('0 req') && head.includes('now')
