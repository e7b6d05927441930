import { expect, test } from 'vitest'
import { escapedForPattern } from '../../../src/domain/filter/wildcard-matcher.ts'
import { diffSettings } from '../../../src/domain/settings-diff/diff-settings.ts'
import { filterChanges, parsePathGlob } from '../../../src/domain/settings-diff/path-glob.ts'
import { parsePath, pathText } from '../../../src/domain/settings-diff/setting-path.ts'

test.each([
  ['sandbox.**', ['sandbox', 'sandbox.enabled', 'sandbox.network.allowedDomains{"x"}'], ['sandboxes', 'a.sandbox.b']],
  [
    '*.allowlist',
    ['mcpPolicy.allowlist', 'mcpPolicy.allowlist{"x"}'],
    ['allowlist', 'a.b.allowlist', 'mcpPolicy.allowlists'],
  ],
  ['customModels[*].apiKey', ['customModels[cm_1].apiKey', 'customModels[0].apiKey'], ['customModels[cm_1].model']],
  ['customModels.cm_1', ['customModels[cm_1].apiKey', 'customModels[cm_1]'], ['customModels[cm_2]']],
  ['hosts[name=a*]', ['hosts[name=ab].on'], ['hosts[name=b].on', 'hosts[model=ab].on']],
  ['apikey', ['customModels[cm_1].apiKey', 'apiKey', 'apiKey.a'], ['apiKeys']],
  ['**.deny*', ['denyRead', 'sandbox.filesystem.denyWrite{"a"}'], ['sandbox.filesystem.allowRead']],
  ['a.**.z', ['a.z', 'a.b.c.z'], ['z', 'a.b.c']],
  ['["a.b"].c', ['["a.b"].c'], ['a.b.c']],
  ['', ['a', 'b.c'], []],
  ['a+(b', ['["a+(b"]'], ['aab']],
])('the pattern %s matches its paths and no others', (pattern, hits, misses) => {
  const glob = parsePathGlob(pattern)
  const hit = (text: string) => glob(parsePath(text) ?? [])
  expect(hits.filter((text) => !hit(text))).toEqual([])
  expect(misses.filter(hit)).toEqual([])
})

// A space is an ordinary character.
const printable = Array.from({ length: 0x7f - 0x20 }, (_, at) => String.fromCharCode(0x20 + at))

test('every printable character in a pattern matches itself, except the asterisk and separators', () => {
  const isFound = (pattern: string, name: string) => parsePathGlob(pattern)([{ is: 'member', name }])
  for (const sign of printable) {
    const quoted = `["a${sign.replace(/["\\]/, '\\$&')}b"]`
    expect([sign, isFound(quoted, `a${sign}b`)]).toEqual([sign, true])
    expect([sign, isFound(quoted, 'a_-b')]).toEqual([sign, sign === '*'])
    expect([sign, isFound(`a${sign}b`, `a${sign}b`)]).toEqual([sign, !'.[]{}"'.includes(sign)])
    expect([sign, new RegExp(escapedForPattern(`a${sign}b`), 'iu').test(`A${sign}B`)]).toEqual([sign, true])
    // While typing: the start of a name, then anything.
    expect(() => parsePathGlob(sign)).not.toThrow()
    expect([sign, isFound(`*${sign}*`, `a${sign}b`)]).toEqual([sign, !'.[]{}"'.includes(sign)])
  }
})

test('a pattern finds changes of whole parts that contain a match, and no others', () => {
  const changes = diffSettings(
    { a: { deny: ['x'] }, list: ['p', 'q'] },
    { sandbox: { network: { allowedDomains: ['*'] } }, other: { b: 1 }, list: ['q', 'p'] },
  )
  const found = (pattern: string) => filterChanges(changes, parsePathGlob(pattern)).map(({ path }) => pathText(path))
  expect(found('**.network.allowed*')).toEqual(['sandbox'])
  expect(found('deny')).toEqual(['a'])
  expect(found('list')).toEqual(['list'])
  expect(found('nothing')).toEqual([])
})

// Exponential work takes minutes, and the test fails by its timeout.
test('a pattern with many asterisks is matched quickly', () => {
  const glob = parsePathGlob('**.a.'.repeat(60))
  expect(glob(Array.from({ length: 100 }, () => ({ is: 'member', name: 'b' }) as const))).toBe(false)
})
