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
  ['nothing is configured', undefined, {}, 'demo', 'demo'],
  ['the demo is current', { profile: 'demo' }, {}, 'demo', undefined],
  ['another profile is current', { profile: 'acme', profiles: { acme } }, {}, 'demo', 'demo'],
  ['the shown profile is current', { profile: 'acme', profiles: { acme } }, {}, 'acme', undefined],
  ['another profile is current', { profile: 'b', profiles: { acme, b: acme } }, {}, 'acme', 'acme'],
  ['no profile is current', { profiles: { acme } }, {}, 'acme', 'acme'],
  ['the environment names it', { profiles: { acme } }, { QUARTERDECK_PROFILE: 'acme' }, 'acme', undefined],
  ['the environment names an address', { profile: 'acme', profiles: { acme } }, address, 'acme', 'acme'],
  ['the environment has only a key', { profile: 'acme', profiles: { acme } }, key, 'acme', undefined],
  ['the organisation of the environment is shown', undefined, address, undefined, undefined],
  ['the configuration is broken', { profiles: 5 }, {}, 'demo', 'demo'],
])('if %s (%j, %j) and %s is shown, a command needs --profile %s', async (_, config, env, shown, wanted) => {
  expect(await profileToName(envWith(config, env), shown)).toBe(wanted)
})
