import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '../../helpers/make-folder.ts'
import { runQd } from '../../helpers/run-qd.ts'

const ON_TERMINAL = { isOutputTerminal: true }

test('qd open opens the explorer at the screen and with the profile of the link', async () => {
  const link = 'qd://demo/usage/credits?last=30d'
  const ran = await runQd(['open', link], ON_TERMINAL)
  expect(ran.opened).toMatchObject([{ link, profile: 'demo', screen: undefined }])
  expect(ran.code).toBe(0)
  expect((await runQd(['open', 'qd:///usage', '--profile', 'demo'], ON_TERMINAL)).opened).toMatchObject([
    { profile: 'demo' },
  ])
})

test('qd open uses the profile of the link; without a terminal it only validates the link', async () => {
  const home = makeFolder()
  mkdirSync(join(home, 'quarterdeck'), { mode: 0o700 })
  writeFileSync(
    join(home, 'quarterdeck', 'config.json'),
    JSON.stringify({ profiles: { acme: { baseUrl: 'https://api.example.com' } } }),
  )
  const env = { XDG_CONFIG_HOME: home }
  expect((await runQd(['open', 'qd://acme/keys'], { ...ON_TERMINAL, env })).opened).toMatchObject([{ profile: 'acme' }])
  for (const name of ['other', '__proto__'])
    expect(await runQd(['open', `qd://${name}/usage`], { env })).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^[^\n]*an unknown profile[^\n]*\n$/),
    })
  const piped = await runQd(['open', 'qd://acme/keys'], { env })
  expect(piped).toMatchObject({ code: 2, opened: [] })
  expect(piped.err).toContain('needs a terminal')
  expect((await runQd(['open', 'qd://acme/keys', '--profile', 'demo'], { ...ON_TERMINAL, env })).err).toContain(
    'remove --profile demo',
  )
})

test('--no-restore and --screen apply only to commands that open the explorer', async () => {
  expect((await runQd(['--no-restore'], ON_TERMINAL)).opened).toMatchObject([{ isRestoring: false }])
  expect((await runQd(['--screen', 'usage'], ON_TERMINAL)).opened).toMatchObject([
    { isRestoring: true, screen: 'usage' },
  ])
  expect((await runQd(['overview', '--no-restore'])).err).toContain(
    '--no-restore applies only to the explorer, not to qd overview: remove it.',
  )
  expect((await runQd(['open', 'qd:///keys', '--screen', 'usage'], ON_TERMINAL)).code).toBe(2)
})
