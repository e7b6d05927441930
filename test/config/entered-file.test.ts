import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { countEntered, createEnteredStore, deleteEntered } from '../../src/config/entered-file.ts'
import {
  addExport,
  addIds,
  type Entered,
  enteredIn,
  removeExport,
  removeId,
  showOrg,
} from '../../src/domain/entered/entered.ts'
import { makeFolder } from '../helpers/make-folder.ts'

let path: string
beforeEach(() => {
  path = join(makeFolder(), 'state', 'entered.json')
})

const open = (owner = 'a', file = path) => createEnteredStore({ path: file, owner, now: () => 9 })
const id = (text: string, org = 'o') => ({ org, kind: 'computers', id: text, source: 'added' as const, at: 1 })
const saved = (run: string, file: string) => ({ org: 'o', run, path: file, at: 1, sizeBytes: 2, files: 3 })
const adding =
  (...texts: string[]) =>
  (before: Entered) =>
    addIds(
      before,
      texts.map((text) => id(text)),
    )
const idsOf = (entered: Entered) => entered.ids.map((one) => one.id)

test('the next run with the same key reads the entered ids and exports', () => {
  const store = open()
  expect(store.read()).toEqual({ org: '', ids: [], exports: [] })
  expect(existsSync(path)).toBe(false)
  store.change(adding('one', 'two \ud800'))
  open('b').change((before) => addExport(before, saved('wr', '/a.zip')))
  expect(open().read()).toMatchObject({ ids: [id('one'), id('two \ud800')], exports: [] })
  expect(open('b').read()).toMatchObject({ ids: [], exports: [saved('wr', '/a.zip')] })
  expect(countEntered(path)).toEqual({ ids: 2, exports: 1 })
  deleteEntered(path, 'a')
  expect([idsOf(open().read()), open('b').read().exports.length]).toEqual([[], 1])
})

test('ids and exports are added once, removed by organisation, and limited by dropping the oldest', () => {
  const nothing = { org: '', ids: [], exports: [] }
  const two = addIds(adding('one', 'two', 'one')(nothing), [id('one', 'other')])
  expect(idsOf(two)).toEqual(['one', 'two', 'one'])
  expect(removeId(two, id('one')).ids).toEqual([id('two'), id('one', 'other')])
  const many = Array.from({ length: 2_001 }, (_, at) => `id ${at}`)
  expect(idsOf(adding(...many)(nothing))).toEqual(many.slice(1))
  const replaced = addExport(addExport(nothing, saved('first', '/a.zip')), saved('second', '/a.zip'))
  expect(replaced.exports).toEqual([saved('second', '/a.zip')])
  expect(removeExport(replaced, { org: 'other', run: 'second' })).toEqual(replaced)
  expect(removeExport(replaced, { org: 'o', run: 'second' }).exports).toEqual([])
  expect(addExport(replaced, saved('second', '/b.zip')).exports).toEqual([saved('second', '/b.zip')])
  const elsewhere = { ...saved('second', '/a.zip'), org: 'other' }
  const both = addExport(replaced, elsewhere)
  expect(both.exports).toEqual([saved('second', '/a.zip'), elsewhere])
  const other = enteredIn({ ...both, ids: two.ids }, 'other')
  expect(other).toEqual({ org: 'other', ids: [id('one', 'other')], exports: [elsewhere] })
  const full = { ...nothing, exports: many.slice(1).map((run) => saved(run, run)) }
  expect(addExport(full, elsewhere).exports).toHaveLength(2_001)
  expect(addExport(full, saved('last', '/a.zip')).exports[0]).toEqual(saved('id 2', 'id 2'))
  expect(showOrg(addIds(nothing, [id('early', '')]), 'o')).toEqual({ org: 'o', ids: [id('early')], exports: [] })
})

const damagedFiles = ['{"version":1,"entered":{"a":', '[]', 'null', 'x'.repeat(100)]
test.each(damagedFiles)('a damaged file (%s) is named, and moved aside before it is written', (text) => {
  open().change(adding('one'))
  writeFileSync(path, text)
  const store = open()
  expect([idsOf(store.read()), readFileSync(path, 'utf8')]).toEqual([[], text])
  expect(store.notice).toBe(`Added ids are missing: ${path} is corrupt. Repair it or add them again.`)
  expect(store.change(adding('two'))).toBe(true)
  expect(store.notice).toBe(
    `Added ids are missing: ${path} was corrupt and moved to entered.json.broken. Add them again.`,
  )
  expect([idsOf(open().read()), readFileSync(`${path}.broken`, 'utf8'), open().notice]).toEqual([
    ['two'],
    text,
    undefined,
  ])
  deleteEntered(path, 'a')
  expect(readdirSync(dirname(path))).toEqual(['entered.json'])
})

test('a file of a newer version is not changed, and a notice says so', () => {
  const newer = '{"version":2,"entered":{}}'
  open().change(adding('one'))
  writeFileSync(path, newer)
  const store = open()
  expect([idsOf(store.read()), store.notice]).toEqual([
    [],
    `Added ids are missing, because ${path} can't be read: its version 2 is unknown.`,
  ])
  expect([store.change(adding('two')), readFileSync(path, 'utf8')]).toEqual([false, newer])
})

test('invalid rows of the file are skipped', () => {
  open().change(adding('one'))
  const file = JSON.parse(readFileSync(path, 'utf8'))
  file.entered.a.ids.push({ ...id('two'), at: 'x' }, null, { ...id('three'), source: 'seen' })
  file.entered.a.exports = [{ ...saved('wr', '/a.zip'), files: null }, saved('wr', '/b.zip')]
  file.entered.b = 'no entry'
  writeFileSync(path, JSON.stringify(file))
  const store = open()
  expect(store.read()).toMatchObject({ ids: [id('one')], exports: [saved('wr', '/b.zip')] })
  expect(store.notice).toBeUndefined()
})
