import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { deleteFrames, framesFolderOf } from '../../../src/base/saved-frames.ts'
import { clearLedger, deleteKeyData } from '../../../src/cache/ledger/clear-ledger.ts'
import { foldersOf } from '../../../src/config/folders.ts'
import { removeProfileKeys, writeProfileKey } from '../../../src/config/keys/profile-key.ts'
import { memoryKeychain } from '../../helpers/memory-keychain.ts'
import { SALT, TENANT } from './ledgers.ts'
import { testLedgers } from './test-ledgers.ts'

const ledgers = testLedgers()
const picture = 'ab'.repeat(32)

test('saved frames are deleted when a key is refused, when the cache is cleared, and when a key of a profile is stored or removed', async () => {
  const env = { XDG_CACHE_HOME: join(ledgers.folder, 'cache'), XDG_CONFIG_HOME: join(ledgers.folder, 'config') }
  const folder = framesFolderOf(ledgers.path)
  expect(folder).toBe(framesFolderOf(foldersOf(env).cacheFile))
  const acme = { name: 'acme', profile: { baseUrl: TENANT.baseUrl } }
  const deps = { env, keychain: memoryKeychain() }
  const ledger = ledgers.openFor('org')
  const ways: Record<string, () => unknown> = {
    'a refused key': () => ledger.purge('all'),
    'a refused list': () => ledger.purge('revisions'),
    logout: () => deleteKeyData(ledgers.path, SALT, TENANT),
    'cache clear': () => clearLedger(ledgers.path),
    login: () => writeProfileKey(acme, 'qd-key', 'keychain', deps),
    'a removed profile': () => removeProfileKeys(acme, deps),
  }
  for (const [name, way] of Object.entries(ways)) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, picture), '')
    await way()
    expect(existsSync(folder), name).toBe(false)
  }
})

test('a ledger in memory has no saved frames, and a folder named frames is not touched', () => {
  const before = process.cwd()
  onTestFinished(() => process.chdir(before))
  process.chdir(ledgers.folder)
  mkdirSync('frames')
  deleteFrames(':memory:')
  ledgers.open({ path: ':memory:' }).purge('all')
  expect(existsSync('frames')).toBe(true)
})

test.each([
  ['a link to another folder', (place: string, other: string) => symlinkSync(other, place)],
  ['a folder that others can write to', (place: string, other: string) => renameSync(other, place)],
])('nothing is deleted if the cache folder is %s', (_, plant) => {
  const other = join(ledgers.folder, 'other')
  mkdirSync(join(other, 'frames'), { recursive: true })
  const names = [join('frames', picture), join('frames', 'notes')]
  for (const name of names) writeFileSync(join(other, name), 'theirs')
  chmodSync(other, 0o777)
  const place = dirname(ledgers.path)
  mkdirSync(dirname(place), { recursive: true })
  plant(place, other)
  expect(() => clearLedger(ledgers.path)).toThrow(
    /Couldn't clear the cache .*: .*(not a link or a file|other users can write to)/,
  )
  expect(() => deleteKeyData(ledgers.path, SALT, TENANT)).toThrow("Couldn't clear the cache")
  deleteFrames(ledgers.path)
  ledgers.open().purge('all')
  for (const name of names) expect(existsSync(join(place, name)), name).toBe(true)
})

test('only frames are deleted from the folder of saved frames, and a link is not followed', () => {
  const folder = framesFolderOf(ledgers.path)
  const names = [picture, `.${picture}.0123456789ab.part`, 'notes', 'frame.png']
  mkdirSync(folder, { recursive: true })
  for (const name of names) writeFileSync(join(folder, name), '')
  clearLedger(ledgers.path)
  expect(readdirSync(folder).toSorted()).toEqual(['frame.png', 'notes'])
  const other = join(ledgers.folder, 'other')
  renameSync(folder, other)
  writeFileSync(join(other, picture), 'theirs')
  symlinkSync(other, folder)
  clearLedger(ledgers.path)
  expect(readdirSync(other)).toContain(picture)
})
