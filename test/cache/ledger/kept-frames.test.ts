import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { forgetFrames, framesFolderOf } from '../../../src/base/kept-frames.ts'
import { clearLedger, forgetKey } from '../../../src/cache/ledger/clear-ledger.ts'
import { foldersOf } from '../../../src/config/folders.ts'
import { removeProfileKey, writeProfileKey } from '../../../src/config/keys/profile-key.ts'
import { memoryKeychain } from '../../helpers/memory-keychain.ts'
import { createLedgers, NOW, SALT, TENANT } from './ledgers.ts'

test('pictures go with a refused key, an emptied cache, and the key of a profile that is kept or deleted', async () => {
  const ledgers = createLedgers()
  onTestFinished(ledgers.close)
  const env = { XDG_CACHE_HOME: join(ledgers.folder, 'cache'), XDG_CONFIG_HOME: join(ledgers.folder, 'config') }
  const folder = framesFolderOf(ledgers.path)
  expect(folder).toBe(framesFolderOf(foldersOf(env).cacheFile))
  const acme = { name: 'acme', profile: { baseUrl: TENANT.baseUrl } }
  const deps = { env, keychain: memoryKeychain() }
  const ledger = ledgers.openFor('org')
  const ways: Record<string, () => unknown> = {
    'a refused key': () => ledger.purge('all'),
    'a refused list': () => ledger.purge('revisions'),
    logout: () => forgetKey(ledgers.path, SALT, TENANT),
    'cache clear': () => clearLedger(ledgers.path),
    login: () => writeProfileKey(acme, 'qd-key', 'keychain', deps),
    'a removed profile': () => removeProfileKey(acme, deps),
  }
  for (const [name, way] of Object.entries(ways)) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'picture'), '')
    await way()
    expect(existsSync(folder), name).toBe(false)
  }
})

test('a ledger in memory has no pictures, and what stands beside the program is not touched', () => {
  const ledgers = createLedgers()
  onTestFinished(ledgers.close)
  const before = process.cwd()
  onTestFinished(() => process.chdir(before))
  process.chdir(ledgers.folder)
  mkdirSync('frames')
  forgetFrames(':memory:')
  ledgers.open({ path: ':memory:', now: () => NOW }).purge('all')
  expect(existsSync('frames')).toBe(true)
})
