import { expect, test } from 'vitest'
import { compareSettings } from '../../../src/domain/risk/compare-settings.ts'
import { riskFindings } from '../../../src/domain/risk/revision-risk.ts'
import { diffSettings } from '../../../src/domain/settings-diff/diff-settings.ts'
import { toJsonPatch } from '../../../src/domain/settings-diff/json-patch.ts'
import { parsePathGlob } from '../../../src/domain/settings-diff/path-glob.ts'
import { pickPaths } from '../../../src/domain/settings-diff/pick-paths.ts'
import { pathText } from '../../../src/domain/settings-diff/setting-path.ts'
import { unifiedText } from '../../../src/domain/settings-diff/unified-text.ts'
import { forAll } from '../../helpers/for-all.ts'
import { json, nested } from '../settings-diff/documents.ts'

const listed = (before: unknown, after: unknown): string[] => {
  const { changes, findings } = compareSettings(before, after)
  return [
    ...changes.map(({ kind, path }) => `${kind} ${pathText(path)}`),
    ...findings.map(({ verdict, path }) => `${verdict} ${pathText(path)}`),
  ]
}

test.each<[string, unknown, unknown, string[]]>([
  ['added settings', undefined, { a: 1, b: 1 }, ['added a', 'added b', 'neutral a', 'neutral b']],
  ['removed settings', { sandbox: { enabled: true } }, undefined, ['removed sandbox', 'loosened sandbox.enabled']],
  ['from null', null, { commandAllowlist: ['a'] }, ['changed (all settings)', 'loosened commandAllowlist']],
  ['to null', { commandDenylist: ['a'] }, null, ['changed (all settings)', 'loosened commandDenylist']],
  [
    'a list that becomes null',
    { networkPolicy: { allowedIps: ['a'] } },
    { networkPolicy: { allowedIps: null } },
    ['changed networkPolicy.allowedIps', 'loosened networkPolicy.allowedIps'],
  ],
])('%s', (_, before, after, expected) => {
  expect(listed(before, after)).toEqual(expected)
})

test('compareSettings returns the changes of diffSettings and the findings of riskFindings', () => {
  forAll(json, json, (list, other) => {
    const before = { hooks: list, commandAllowlist: list, customModels: [list, other], servers: [list, other] }
    const after = { hooks: other, commandAllowlist: other, customModels: [other, list], servers: [other, list] }
    const { changes, findings } = compareSettings(before, after)
    const others = diffSettings(before, after)
    expect(changes).toHaveLength(others.length)
    const plain = changes.map((change) => ({ ...change, isCovered: undefined }))
    expect(plain).toEqual(expect.arrayContaining(others.map((change) => expect.objectContaining(change))))
    expect(findings).toEqual(riskFindings(before, after))
  })
})

test('settings nested as deep as the client accepts are compared, classified, printed, patched and picked', () => {
  const { changes, findings } = compareSettings(nested({ allowed: [1] }), nested({ allowed: [1, 2] }))
  expect(changes.map(({ kind, path }) => [kind, path.length])).toEqual([['added', 502]])
  expect(findings.map(({ what, path }) => [what, path.length])).toEqual([['unknown', 1]])
  expect(riskFindings({ commandAllowlist: [] }, { commandAllowlist: [nested(1)] })).toMatchObject([{ what: 'gained' }])
  expect(unifiedText(nested(1), nested(2), { before: 'a', after: 'b', context: 0 }).trim()).toMatch(/"deeper": 2,$/)
  expect(toJsonPatch(nested(1), nested(2))[0]?.path.split('/')).toHaveLength(501)
  expect(pickPaths(nested({ wanted: 1 }), parsePathGlob('wanted'))).toEqual(nested({ wanted: 1 }))
})
