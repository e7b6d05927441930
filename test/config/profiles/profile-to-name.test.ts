import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { profileToName } from '../../../src/config/profiles/choose-profile.ts'
import { makeFolder } from '../../helpers/make-folder.ts'

const acme = { baseUrl: 'https://api.example.com' }
const key = { QUARTERDECK_API_KEY: 'k' }
const address = { ...key, QUARTERDECK_BASE_URL: 'https://other.example' }

const envWith = (config: object | undefined, env: Record<string, string>) => {
  const home = makeFolder()
  if (config) {
    mkdirSync(join(home, 'quarterdeck'))
    writeFileSync(join(home, 'quarterdeck', 'config.json'), JSON.stringify(config))
  }
  return { XDG_CONFIG_HOME: home, ...env }
}

test.each<[string, object | undefined, Record<string, string>, string | undefined, string | undefined]>([
  ['nothing is configured: a command knows no organisation', undefined, {}, 'demo', 'demo'],
  ['the demo is chosen', { profile: 'demo' }, {}, 'demo', undefined],
  ['another one is chosen', { profile: 'acme', profiles: { acme } }, {}, 'demo', 'demo'],
  ['it is the chosen one', { profile: 'acme', profiles: { acme } }, {}, 'acme', undefined],
  ['another one is chosen', { profile: 'b', profiles: { acme, b: acme } }, {}, 'acme', 'acme'],
  ['none is chosen', { profiles: { acme } }, {}, 'acme', 'acme'],
  ['the environment names it', { profiles: { acme } }, { QUARTERDECK_PROFILE: 'acme' }, 'acme', undefined],
  ['the environment names an address', { profile: 'acme', profiles: { acme } }, address, 'acme', 'acme'],
  ['a key alone goes to the chosen one', { profile: 'acme', profiles: { acme } }, key, 'acme', undefined],
  ['the environment itself is shown', undefined, address, undefined, undefined],
  ['the configuration is broken', { profiles: 5 }, {}, 'demo', 'demo'],
])('%s: %j, %j shows %s, and a command needs %s', async (_, config, env, shown, wanted) => {
  expect(await profileToName(envWith(config, env), shown)).toBe(wanted)
})
