import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { WriteStream } from 'node:tty'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import type { FirstFrame } from '../../src/app/first-frame.ts'
import { createFrameKeeper, type FrameKeeper } from '../../src/app/save-frame.ts'
import { frameIdentity, startOf } from '../../src/app/start-identity.ts'
import { framesFolderOf } from '../../src/base/saved-frames.ts'
import { clearLedger, deleteKeyData } from '../../src/cache/ledger/clear-ledger.ts'
import { openLedger } from '../../src/cache/ledger/open-ledger.ts'
import { foldersOf } from '../../src/config/folders.ts'
import { findCredentials } from '../../src/config/keys/find-credentials.ts'
import { writeProfileKey } from '../../src/config/keys/profile-key.ts'
import { readSavedFrame } from '../../src/ui/terminal/saved-frame.ts'
import type { ShownRows } from '../../src/ui/terminal/terminal-writer.ts'
import { createRandom } from '../domain/hostile/strings.ts'
import { tryTimes } from '../faults/fault.ts'
import { makeFolder } from '../helpers/make-folder.ts'
import { memoryKeychain } from '../helpers/memory-keychain.ts'
import { trial } from '../helpers/trial.ts'

vi.stubGlobal('QUARTERDECK_VERSION', '0')
afterAll(() => vi.unstubAllGlobals())
const NOW = Date.UTC(2026, 10, 24, 9)
const ACME = { baseUrl: 'https://api.example.com', appUrl: 'https://api.example.com' }
const salt = new Uint8Array(32).fill(7)
const fresh = { head: ['acme ', ' kept'] as const, foot: '', at: NOW, links: ['qd:overview'] }
const stdout = { columns: 20, rows: 3 } as WriteStream

/** A user with a profile whose key is in a file, unless the profile has another source. */
const prepare = async (profile: object = { keyIn: 'file' }) => {
  const home = makeFolder()
  const env = { XDG_CACHE_HOME: home, XDG_STATE_HOME: home, XDG_CONFIG_HOME: join(home, 'config') }
  const { cacheFile, configFile } = foldersOf(env)
  const keychain = memoryKeychain()
  const named = { name: 'acme', profile: ACME }
  const deps = { env, keychain }
  const configure = (config: object) => writeFileSync(configFile, JSON.stringify(config), { mode: 0o600 })
  mkdirSync(dirname(configFile), { recursive: true, mode: 0o700 })
  configure({ profile: 'acme', profiles: { acme: { ...ACME, ...profile } } })
  await writeProfileKey(named, 'first-key', 'file', deps)
  const begin = async (own: Record<string, string> = {}, run = 'this-run') => {
    const firstFrame: FirstFrame = { start: startOf(process.argv.slice(2), { ...env, ...own }), picture: undefined }
    const found = await findCredentials({ env: { ...env, ...own }, named: undefined, isReadOnly: false, keychain })
    const credentials = found.is === 'found' ? found.credentials : undefined
    const about = { firstFrame, credentials, machine: { salt }, run, stdout, shown: () => shown }
    const keeper = createFrameKeeper({ ...about, env: { ...env, ...own } })
    onTestFinished(keeper.drop)
    return keeper
  }
  /** The frame that the next start shows first. */
  const nextPicture = (own: Record<string, string> = {}) => {
    const identity = frameIdentity(startOf(process.argv.slice(2), { ...env, ...own }), env)
    if (identity === undefined) return undefined
    return readSavedFrame({ folder: framesFolderOf(cacheFile), identity, salt }, { columns: 20, rows: 3, now: NOW })
  }
  return { env, cacheFile, configFile, configure, deps, named, begin, nextPicture }
}

let shown: ShownRows | undefined
const show = (text: string) => {
  shown = { columns: 20, rows: ['head', text, 'foot'] }
}
/** Takes and saves the frame of an explorer. */
const keep = (keeper: FrameKeeper, text = '503k') => {
  show(text)
  keeper.take(fresh)
  keeper.leave(fresh.links)
}
const tenant = { ...ACME, apiKey: 'first-key' }

test.skipIf(process.platform === 'win32')('a pipe in place of the configuration does not block the start', async () => {
  const { env, configFile } = await prepare()
  rmSync(configFile)
  execFileSync('mkfifo', [configFile])
  expect(startOf([], env).basis).toContain('acme')
})

type Prepared = Awaited<ReturnType<typeof prepare>>
const openAs = ({ cacheFile }: Prepared, run?: string) => openLedger({ path: cacheFile, salt, tenant, run })

const waysToDelete: Record<string, (made: Prepared) => unknown> = {
  'cache clear': ({ cacheFile }) => clearLedger(cacheFile),
  logout: ({ cacheFile }) => deleteKeyData(cacheFile, salt, tenant),
  'a new key': ({ named, deps }) => writeProfileKey(named, 'second-key', 'file', deps),
  'the same key again': ({ named, deps }) => writeProfileKey(named, 'first-key', 'file', deps),
  'a 403 response to another run': (made) => openAs(made, 'other-run').purge('reports'),
  'a 403 response to a command': (made) => openAs(made).purge('all'),
  'a key that was written by hand': ({ env }) =>
    writeFileSync(
      join(foldersOf(env).keysFolder, 'acme.json'),
      JSON.stringify({ origins: [ACME.baseUrl, ACME.baseUrl], key: 'second-key' }),
    ),
  'another profile in use': ({ configure }) =>
    configure({ profile: 'other', profiles: { acme: { ...ACME, keyIn: 'file' }, other: ACME } }),
  'a cache folder that was deleted by hand': ({ cacheFile }) => rmSync(dirname(cacheFile), { recursive: true }),
}

test.each(Object.keys(waysToDelete))('after %s no open explorer saves its frame again', async (name) => {
  const made = await prepare()
  const { begin, nextPicture } = made
  const keeper = await begin()
  show('503k')
  keeper.take(fresh)
  await waysToDelete[name]?.(made)
  keeper.leave(fresh.links)
  expect(nextPicture()).toBeUndefined()
  // The screen still shows the old data.
  keep(keeper)
  expect(nextPicture()).toBeUndefined()
})

test('a saved frame is shown at the next start, unless frames were deleted after it was created', async () => {
  const { begin, nextPicture, cacheFile } = await prepare()
  const keeper = await begin()
  keep(keeper)
  expect(nextPicture()?.rows).toEqual(['503k', ''])
  const folder = framesFolderOf(cacheFile)
  const [name = ''] = readdirSync(folder)
  const written = readFileSync(join(folder, name))
  clearLedger(cacheFile)
  // Writes the frame again, as another program could do that read it before it was deleted.
  mkdirSync(folder, { mode: 0o700 })
  writeFileSync(join(folder, name), written, { mode: 0o600 })
  expect(nextPicture()).toBeUndefined()
})

test('a 401 or 403 response discards the stored frame, and later frames are saved', async () => {
  const made = await prepare()
  const { begin, nextPicture } = made
  const keeper = await begin()
  show('503k')
  keeper.take(fresh)
  openAs(made, 'this-run').purge('reports')
  // The explorer ends before the refusal reaches it.
  keeper.leave(fresh.links)
  expect(nextPicture()).toBeUndefined()

  // A frame with rows that the refusal has not removed yet.
  keeper.take(fresh)
  keeper.drop()
  keeper.leave(fresh.links)
  expect(nextPicture()).toBeUndefined()
  keep(keeper, 'refused')
  expect(nextPicture()?.rows).toEqual(['refused', ''])
})

test('a key in the environment has its own frame', async () => {
  const { begin, nextPicture } = await prepare()
  const own = { QUARTERDECK_API_KEY: 'first-key' }
  const keeper = await begin(own)
  keep(keeper)
  expect(nextPicture(own)?.rows).toEqual(['503k', ''])
  expect(nextPicture({ QUARTERDECK_API_KEY: 'second-key' })).toBeUndefined()
  expect(nextPicture()).toBeUndefined()
})

test.each([
  ['is in the keychain', { keyIn: 'keychain' }],
  ['may be in the keychain or in a file', {}],
  ['is printed by a helper', { helper: ['echo', 'first-key'] }],
])('if the key %s, no frame is saved, because reading the key would delay the next start', async (_, profile) => {
  const { begin, nextPicture, cacheFile, named, deps } = await prepare(profile)
  if (!('helper' in profile)) await writeProfileKey(named, 'first-key', 'keychain', deps)
  const keeper = await begin()
  keep(keeper)
  expect(nextPicture()).toBeUndefined()
  expect(() => readdirSync(framesFolderOf(cacheFile))).toThrow('ENOENT')
})

test('in any order of saves and deletions, no frame from before a deletion is shown', async () => {
  const random = createRandom(1)
  await trial(30, (count) =>
    tryTimes(count, async () => {
      const made = await prepare()
      const runs = ['run-a', 'run-b']
      const keepers = await Promise.all(runs.map((run) => made.begin({}, run)))
      const done: string[] = []
      /** The last step that deleted frames. -1, as for the start of the explorers: before the first step. */
      let lastDeletion = -1
      for (let step = 0; step < 12; step++) {
        const at = Math.floor(random() * 2)
        const [keeper, run] = [keepers[at], runs[at] ?? '']
        const what = Math.floor(random() * 5)
        done.push(`${run} ${['takes', 'leaves', 'is refused', 'is cleared', 'begins'][what]}`)
        // The text of a frame is the two steps at which its explorer got its data: its start, and its last refused request.
        if (what === 0) show(`${begunAt(done, run)} ${refusedAt(done, run)}`)
        if (what === 0) keeper?.take(fresh)
        else if (what === 1) keeper?.leave(fresh.links)
        else if (what === 2) {
          openAs(made, run).purge('reports')
          keeper?.drop()
          lastDeletion = step
        } else if (what === 3) {
          clearLedger(made.cacheFile)
          lastDeletion = step
        } else keepers[at] = await made.begin({}, run)
        const [shown] = made.nextPicture()?.rows ?? []
        if (shown !== undefined && Math.max(...shown.split(' ').map(Number)) < lastDeletion) return done.join(', ')
      }
      return undefined
    }),
  )
})

const begunAt = (done: readonly string[], run: string): number => done.lastIndexOf(`${run} begins`)
const refusedAt = (done: readonly string[], run: string): number => done.lastIndexOf(`${run} is refused`)
