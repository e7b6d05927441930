import { expect, test } from 'vitest'
import { foldersOf } from '../../src/config/folders.ts'

test('without XDG variables, cache and state are in the home folder', () => {
  expect(foldersOf({}, 'linux', '/home/a')).toEqual({
    cacheFile: '/home/a/.cache/quarterdeck/cache.db',
    configFile: '/home/a/.config/quarterdeck/config.json',
    keysFolder: '/home/a/.config/quarterdeck/keys',
    codeFolder: '/home/a/.cache/quarterdeck/code',
    programFolder: '/home/a/.cache/quarterdeck/program',
    saltFile: '/home/a/.local/state/quarterdeck/salt',
    shownRevisionsFile: '/home/a/.local/state/quarterdeck/last-looks.json',
    attentionFile: '/home/a/.local/state/quarterdeck/attention.json',
    enteredFile: '/home/a/.local/state/quarterdeck/entered.json',
    visitsFile: '/home/a/.local/state/quarterdeck/visits.json',
    notifierFolder: '/home/a/.local/state/quarterdeck/notifier',
    typedFile: '/home/a/.local/state/quarterdeck/palette-history.json',
  })
})

test('absolute XDG variables move the folders', () => {
  const env = { XDG_CACHE_HOME: '/c', XDG_CONFIG_HOME: '/f', XDG_STATE_HOME: '/s', LOCALAPPDATA: '/l' }
  const places = { '/home/a/.cache': '/c', '/home/a/.config': '/f', '/home/a/.local/state': '/s' }
  const moved = Object.fromEntries(
    Object.entries(foldersOf({}, 'linux', '/home/a')).map(([name, path]) => {
      const [from, to] = Object.entries(places).find(([start]) => path.startsWith(start)) ?? ['', '']
      return [name, path.replace(from, to)]
    }),
  )
  expect(foldersOf(env, 'linux', '/home/a')).toEqual(moved)
  expect(foldersOf(env, 'win32', '/home/a')).toEqual(moved)
  expect(foldersOf({ XDG_CACHE_HOME: 'c', XDG_STATE_HOME: '' }, 'darwin', '/home/a')).toEqual(
    foldersOf({}, 'linux', '/home/a'),
  )
})

test('on Windows the folders are below LOCALAPPDATA', () => {
  expect(foldersOf({ LOCALAPPDATA: '/l' }, 'win32', '/home/a').cacheFile).toBe('/l/quarterdeck/cache.db')
})
