import { expect, test } from 'vitest'
import {
  matchParts,
  nearestNode,
  nextChosen,
  pathOf,
  shownNodes,
  type ValueNode,
  valueRoot,
} from '../../../../screens/kit/tree/value-tree.ts'
import { resultOf } from '../../../../src/base/slices.ts'
import { parsePathGlob } from '../../../../src/domain/settings-diff/path-glob.ts'
import { parsePath, pathText } from '../../../../src/domain/settings-diff/setting-path.ts'
import { valueAt } from '../../../../src/domain/settings-diff/value-at.ts'

const settings = {
  a: { b: [{ id: 'x', on: true }, { id: 'y' }], c: ['one', 'one', 2] },
  list: [{ k: 1 }, [2]],
  z: null,
}
const all = { isOpen: true, toggled: new Set<string>() }
const none = { isOpen: false, toggled: new Set<string>() }
const texts = (nodes: readonly ValueNode[]) => nodes.map((node) => pathText(pathOf(node)))

test('every node has the path to its value and the key of that path', () => {
  const nodes = shownNodes(valueRoot(settings), all, undefined)
  expect(texts(nodes)).toEqual([
    'a',
    'a.b',
    'a.b[x]',
    'a.b[x].id',
    'a.b[x].on',
    'a.b[y]',
    'a.b[y].id',
    'a.c',
    'a.c{"one"}',
    'a.c{"one"}#2',
    'a.c{2}',
    'list',
    'list[0]',
    'list[0].k',
    'list[1]',
    'list[1]{2}',
    'z',
  ])
  for (const node of nodes) expect(valueAt(settings, pathOf(node))).toBe(node.value)
  expect(new Set(nodes.map(({ key }) => key)).size).toBe(nodes.length)
})

test('a member named __proto__ is an ordinary member', () => {
  const root = valueRoot(JSON.parse('{"__proto__": {"polluted": true}}'))
  expect(texts(shownNodes(root, all, undefined))).toEqual(['__proto__', '__proto__.polluted'])
})

test('folded nodes hide their content', () => {
  const root = valueRoot(settings)
  expect(texts(shownNodes(root, none, undefined))).toEqual(['a', 'list', 'z'])
  expect(texts(shownNodes(root, { isOpen: false, toggled: new Set(['list']) }, undefined))).toEqual([
    'a',
    'list',
    'list[0]',
    'list[1]',
    'z',
  ])
})

const chosen = (pattern: string) => resultOf(matchParts(valueRoot(settings), parsePathGlob(pattern)))

test('a pattern matches nodes with their content, and their ancestors are shown even if folded', () => {
  const root = valueRoot(settings)
  expect(texts(shownNodes(root, none, chosen('a.b[y]')))).toEqual(['a', 'a.b', 'a.b[y]'])
  expect(texts(shownNodes(root, all, chosen('a.b[y]')))).toEqual(['a', 'a.b', 'a.b[y]', 'a.b[y].id'])
  expect(texts(shownNodes(root, all, chosen('nothing')))).toEqual([])
})

test('the next match is the next in the order of the settings, from any node', () => {
  const root = valueRoot(settings)
  const found = chosen('a.b[*].id')
  const at = (text: string) => nearestNode(root, parsePath(text) ?? [])
  const next = (text: string, step: 1 | -1) => {
    const node = nextChosen(root, at(text), step, found)
    return node && pathText(pathOf(node))
  }
  expect(nextChosen(root, undefined, 1, found)).toBe(at('a.b[x].id'))
  expect(next('a', 1)).toBe('a.b[x].id')
  expect(next('a.b[x].id', 1)).toBe('a.b[y].id')
  expect(next('a.b[x].on', -1)).toBe('a.b[x].id')
  expect(next('z', -1)).toBe('a.b[y].id')
  expect(next('a.b[y].id', 1)).toBeUndefined()
  expect(next('a.b[x].id', -1)).toBeUndefined()
})

test('the nearest node of a missing path is its closest ancestor', () => {
  const root = valueRoot(settings)
  const nearest = (text: string) => pathText(pathOf(nearestNode(root, parsePath(text) ?? [])))
  expect(nearest('a.b[gone].on')).toBe('a.b')
  expect(nearest('list[+1]')).toBe('list[1]')
  expect(nearest('nothing.at.all')).toBe('(all settings)')
})
