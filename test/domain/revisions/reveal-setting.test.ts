import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { revealSetting } from '../../../src/domain/revisions/reveal-setting.ts'
import { hasMask, maskRevision } from '../../../src/domain/secrets/mask-settings.ts'
import { diffSettings } from '../../../src/domain/settings-diff/diff-settings.ts'
import { type Path, parsePath } from '../../../src/domain/settings-diff/setting-path.ts'
import { valueAt } from '../../../src/domain/settings-diff/value-at.ts'
import { forMany } from '../../helpers/for-all.ts'

const hash = (secret: string): string => createHmac('sha256', 'salt').update(secret).digest('base64url')
const maskedOf = (settings: unknown): unknown => maskRevision({ settings: settings as never }, hash).settings

/** The unmasked value at a typed path. */
const revealed = (settings: unknown, text: string): unknown => revealSetting(settings, parsePath(text) as Path, hash)

const settings = {
  env: { TOKEN: 'one secret', PORT: 8080 },
  customModels: [
    { id: 'cm_1', apiKey: 'first key' },
    { id: 'cm_2', apiKey: 'second key', extraHeaders: { 'x-a': 'header' } },
  ],
  commandAllowlist: ['ls', 'curl https://u:pw@host.example/', 'ls'],
  hosts: [{ on: true }, { on: false }],
  note: null,
}

test.each([
  ['env.TOKEN', 'one secret'],
  ['env.PORT', 8080],
  ['env', { TOKEN: 'one secret', PORT: 8080 }],
  ['customModels[cm_2].apiKey', 'second key'],
  ['customModels[cm_2].extraHeaders["x-a"]', 'header'],
  ['customModels[1]', { id: 'cm_2', apiKey: 'second key', extraHeaders: { 'x-a': 'header' } }],
  ['hosts[+1].on', false],
  ['commandAllowlist{"ls"}#2', 'ls'],
  ['note', null],
  ['(all settings)', settings],
])('the unmasked value at %s is revealed', (path, value) => {
  expect(revealed(settings, path)).toEqual(value)
})

test.each([
  'env.OTHER',
  'customModels[cm_3]',
  'customModels.length',
  'commandAllowlist{"ls"}#3',
  'commandAllowlist[3]',
  'note.deeper',
  'env.TOKEN.length',
  '__proto__',
])('there is no value at %s', (path) => {
  for (const other of [settings, null, undefined, 'text', []]) expect(revealed(other, path)).toBeUndefined()
})

test('a path with masked names, keys and entries leads to the unmasked values', () => {
  const hidden = {
    servers: { 'https://u:pw@mcp.example/': { auto: 'high', token: 'inner' } },
    keyed: [
      { id: 'sk-aaaaaaaaaaaaaaaa', on: 1 },
      { id: 'sk-bbbbbbbbbbbbbbbb', on: 2 },
    ],
    list: ['ghp_aaaaaaaaaaaaaaaa', 'ghp_bbbbbbbbbbbbbbbb', 'ghp_aaaaaaaaaaaaaaaa'],
  }
  const masked = maskedOf(hidden) as typeof hidden
  const name = Object.keys(masked.servers)[0] as string
  expect(name).not.toContain('pw')
  const token: Path = ['servers', name, 'token'].map((each) => ({ is: 'member', name: each }))
  expect(revealSetting(hidden, token, hash)).toBe('inner')
  const item = { is: 'item', by: 'id', value: masked.keyed[1]?.id as string } as const
  expect(revealSetting(hidden, [{ is: 'member', name: 'keyed' }, item, { is: 'member', name: 'on' }], hash)).toBe(2)
  const entry = (value: string | undefined, nth: number): Path => [
    { is: 'member', name: 'list' },
    { is: 'entry', value: value as string, nth },
  ]
  expect(revealSetting(hidden, entry(masked.list[1], 1), hash)).toBe('ghp_bbbbbbbbbbbbbbbb')
  expect(revealSetting(hidden, entry(masked.list[0], 2), hash)).toBe('ghp_aaaaaaaaaaaaaaaa')
  expect(revealSetting(hidden, entry(masked.list[0], 3), hash)).toBeUndefined()
})

test('there is no value where two names have the same mask', () => {
  const collidingHash = () => 'a'.repeat(16)
  const servers = { 'https://u:one@mcp.example/': 'first', 'https://u:two@mcp.example/': 'second' }
  const masked = maskRevision({ settings: servers as never }, collidingHash).settings as object
  const names = Object.keys(masked)
  expect(names).toHaveLength(1)
  expect(revealSetting(servers, [{ is: 'member', name: names[0] as string }], collidingHash)).toBeUndefined()
})

test('members with inherited names and numbers are ordinary members', () => {
  const odd = JSON.parse('{"toString":{"key":"a"},"__proto__":{"key":"b"},"7":{"key":"c"},"constructor":["d"]}')
  expect(revealed(odd, 'toString.key')).toBe('a')
  expect(revealed(odd, '__proto__.key')).toBe('b')
  expect(revealed(odd, '["7"].key')).toBe('c')
  expect(revealed(odd, 'constructor[0]')).toBe('d')
})

test('settings nested deeper than the mask limit are revealed as far as they are shown', () => {
  let deep: unknown = 'the bottom'
  for (let level = 0; level < 150; level += 1) deep = { a: deep }
  const path = (levels: number): Path => Array.from({ length: levels }, () => ({ is: 'member', name: 'a' }) as const)
  expect(typeof valueAt(maskedOf(deep), path(99))).toBe('string')
  expect(typeof revealSetting(deep, path(99), hash)).toBe('object')
  expect(revealSetting(deep, path(100), hash)).toBeUndefined()
})

test('the value of each change between masked settings is revealed', () => {
  const text = fc.oneof(
    fc.constantFrom('a', 'id', 'env', 'token', 'sk-aaaaaaaaaaaaaaaa', 'https://u:p@h/?q=1'),
    fc.string(),
  )
  const json = fc.letrec((tie) => ({
    value: fc.oneof({ depthSize: 'small' }, text, fc.integer(), fc.constant(null), tie('list'), tie('object')),
    list: fc.array(tie('value'), { maxLength: 4 }),
    object: fc.dictionary(text, tie('value'), { maxKeys: 4 }),
  })).value
  const objects = fc.dictionary(text, json, { maxKeys: 4 })
  forMany(300, objects, objects, (one, other) => {
    for (const change of diffSettings(maskedOf(one), maskedOf(other))) {
      if (change.kind === 'added' || change.kind === 'reordered') continue
      const raw = revealSetting(one, change.path, hash)
      expect(raw).not.toBeUndefined()
      if (!hasMask(JSON.stringify(change.path))) expect(raw).toEqual(valueAt(one, change.path))
    }
  })
})
