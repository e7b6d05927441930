import { expect, test } from 'vitest'
import { type ChangeNode, changeTree } from '../../../src/domain/risk/change-tree.ts'
import { riskFindings } from '../../../src/domain/risk/revision-risk.ts'
import { diffSettings } from '../../../src/domain/settings-diff/diff-settings.ts'

const listed = (node: ChangeNode, depth = 0): string[] => {
  const { added, removed, changed, reordered } = node.counts
  const { loosened, critical, tightened, neutral } = node.risks
  const line = `${'  '.repeat(depth)}${node.label} +${added} -${removed} ~${changed} ^${reordered} !${loosened}/${critical} ${tightened} ${neutral}`
  return [line.trimEnd(), ...node.children.flatMap((child) => listed(child, depth + 1))]
}
const treeOf = (before: unknown, after: unknown) => changeTree(diffSettings(before, after), riskFindings(before, after))

test('the tree has counts and risks; entries belong to their list, and single children are joined', () => {
  const tree = treeOf(
    {
      sandbox: { enabled: true, mode: 'whole-process', network: { allowedDomains: ['github.example'] } },
      customModels: [{ id: 'cm_1', apiKey: 'a' }],
      commandAllowlist: ['a', 'b'],
    },
    {
      sandbox: { enabled: true, mode: 'per-command', network: { allowedDomains: ['*'] } },
      customModels: [{ id: 'cm_1', apiKey: 'b' }],
      commandAllowlist: ['b', 'a'],
      missionPolicy: { restrictedAccess: true },
    },
  )
  expect(listed(tree)).toEqual([
    ' +2 -1 ~2 ^1 !2/1 1 1',
    '  sandbox +1 -1 ~1 ^0 !2/1 0 0',
    '    mode +0 -0 ~1 ^0 !1/0 0 0',
    '    network.allowedDomains +1 -1 ~0 ^0 !1/1 0 0',
    '  customModels[cm_1] +0 -0 ~1 ^0 !0/0 0 1',
    '    apiKey +0 -0 ~1 ^0 !0/0 0 0',
    '  commandAllowlist +0 -0 ~0 ^1 !0/0 0 0',
    '  missionPolicy +1 -0 ~0 ^0 !0/0 1 0',
  ])
  expect(tree.children[3]?.findings.map(({ rule }) => rule)).toEqual(['mission'])
  expect(tree.children[0]?.children[1]?.changes.map(({ kind }) => kind)).toEqual(['removed', 'added'])
})

test('without changes, or with one change of all settings, the tree is only its root', () => {
  expect(listed(treeOf({}, {}))).toEqual([' +0 -0 ~0 ^0 !0/0 0 0'])
  expect(listed(treeOf(null, { a: 1 }))).toEqual([' +0 -0 ~1 ^0 !0/0 0 1'])
})

test('inherited names and names that look like paths have separate nodes', () => {
  const before = JSON.parse('{"__proto__":{"a":1,"b":1},"a.b":1,"a":{"b":1}}')
  const after = JSON.parse('{"__proto__":{"a":2,"b":2},"a.b":2,"a":{"b":2},"toString":1}')
  const tree = treeOf(before, after)
  expect(tree.children.map(({ label }) => label)).toEqual(['__proto__', '["a.b"]', 'a.b', 'toString'])
  expect(new Set(tree.children.map(({ key }) => key)).size).toBe(4)
  expect(tree.children.map(({ findings }) => findings.map(({ what }) => what))).toEqual(Array(4).fill(['unknown']))
})
