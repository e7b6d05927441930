import { existsSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createStatusSaver } from '../../src/app/save-status.ts'
import { deleteFrames } from '../../src/base/saved-frames.ts'
import { foldersOf } from '../../src/config/folders.ts'
import { readStatus } from '../../src/config/status/saved-status.ts'
import { makeConfig, makeFolder } from '../helpers/make-folder.ts'

const ADDRESS = 'https://api.example.com'
const figures = { at: Date.UTC(2026, 10, 21), attention: 2, isAttentionComplete: true }
const credentials = { baseUrl: ADDRESS, appUrl: ADDRESS, apiKey: 'a-key', keySource: 'keychain', profile: 'acme' }

const open = (run = 'this-run', own: Partial<typeof credentials> = {}) => {
  const home = makeFolder()
  const config = makeConfig({ profile: 'acme', profiles: { acme: { baseUrl: ADDRESS } } })
  const env = { XDG_CACHE_HOME: home, XDG_STATE_HOME: home, XDG_CONFIG_HOME: config }
  return { env, ...foldersOf(env), save: createStatusSaver({ ...credentials, ...own }, env, run) }
}

test('the explorer caches figures of a profile, also with a key in a keychain', () => {
  const { env, save } = open()
  save(figures)
  expect(readStatus(env, undefined)).toMatchObject(figures)
  expect(readStatus(env, 'acme')).toMatchObject(figures)
})

test('after another run has deleted the cached figures, none are cached; this run may delete its own', () => {
  const { env, cacheFile, save } = open()
  save(figures)
  deleteFrames(cacheFile, 'this-run')
  expect(readStatus(env, undefined)).toBeUndefined()
  save(figures)
  expect(readStatus(env, undefined)).toMatchObject(figures)
  deleteFrames(cacheFile, 'another-run')
  save(figures)
  expect(readStatus(env, undefined)).toBeUndefined()
})

test('figures belong to the addresses that the profile had when the explorer was opened', () => {
  const { env, configFile, save } = open()
  const other = { profile: 'acme', profiles: { acme: { baseUrl: 'https://other.example.com' } } }
  writeFileSync(configFile, JSON.stringify(other))
  save(figures)
  expect(readStatus(env, undefined)).toBeUndefined()
})

test('nothing is cached for a demo and for a key from standard input', () => {
  for (const keySource of ['demo', '--key-stdin']) {
    const { env, cacheFile, save } = open('this-run', { keySource })
    save(figures)
    expect(readStatus(env, undefined)).toBeUndefined()
    expect(existsSync(`${cacheFile}/../status`)).toBe(false)
  }
})
