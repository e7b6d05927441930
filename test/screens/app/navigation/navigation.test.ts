import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  entryWithoutTarget,
  goTo,
  type Navigation,
  openLevel,
  openLevels,
  returnTo,
  shownEntry,
  switchTo,
} from '../../../../screens/app/navigation/navigation.ts'
import { ScreenState } from '../../../../screens/kit/screen/screen-state.ts'
import { forMany } from '../../../helpers/for-all.ts'

type Name = 'a' | 'b' | 'c'
type It = Navigation<Name>
const names = fc.constantFrom<Name>('a', 'b', 'c')
/** A new object each time, because targets are compared by value. */
const targets = fc.constantFrom('ann', 'bob').map((person) => ({ person }))
const titleOf = (name: Name) => name
const crumbs = (it: It) => openLevels(it, undefined, titleOf).map(({ crumb }) => crumb)
const climb = (it: It, index: number) => returnTo(it, openLevels(it, undefined, titleOf), index)

const steps = fc.array(
  fc.oneof(
    fc.tuple(names, targets).map(
      ([name, target]) =>
        (it: It) =>
          openLevel(it, { screen: name, target }, undefined),
    ),
    names.map((name) => (it: It) => switchTo(it, name, undefined)),
    fc.tuple(names, targets, fc.boolean()).map(
      ([screen, target, isInside]) =>
        (it: It) =>
          goTo(it, { screen, target, state: new ScreenState() }, isInside, undefined),
    ),
    fc.nat({ max: 3 }).map((index) => (it: It) => climb(it, Math.min(index, crumbs(it).length - 1))),
  ),
  { maxLength: 60 },
)

const runs = (check: (it: It) => void) =>
  forMany(200, steps, (all) => {
    let it: It = { stack: [entryWithoutTarget('a')], kept: new Map() }
    check(it)
    for (const step of all) {
      it = step(it)
      check(it)
    }
  })

test('opening a level adds one crumb, and leaving it shows the same entries with the same state', () => {
  runs((it) => {
    const opened = openLevel(it, { screen: 'c', target: { person: 'eve' } }, undefined)
    expect(crumbs(opened).slice(0, -1)).toEqual(crumbs(it))
    const left = climb(opened, crumbs(it).length - 1)
    expect(left.stack.map(({ state }) => state)).toEqual(it.stack.map(({ state }) => state))
  })
})

test('opening what is shown changes nothing', () => {
  runs((it) => {
    const { screen, target } = shownEntry(it)
    expect(openLevel(it, { screen, target: target && { ...target } }, undefined)).toBe(it)
  })
})

test('switching to another screen and back shows the levels of the first screen as they were left', () => {
  runs((it) => {
    const root = it.stack[0]?.screen ?? 'a'
    const other = root === 'a' ? 'b' : 'a'
    const away = switchTo(it, other, undefined)
    expect(away.stack.every(({ screen }) => screen === other)).toBe(true)
    const end = it.stack.findIndex(({ screen }) => screen !== root)
    const own = end < 0 ? it.stack : it.stack.slice(0, end)
    expect(switchTo(away, root, undefined).stack.map(({ state }) => state)).toEqual(own.map(({ state }) => state))
  })
})

test('a link to a place inside a screen has the first level of that screen above it', () => {
  runs((it) => {
    const entry = { screen: 'b' as const, target: { person: 'eve' }, state: new ScreenState() }
    expect(crumbs(goTo(it, entry, true, undefined))).toHaveLength(2)
    expect(crumbs(goTo(it, entry, false, undefined))).toHaveLength(1)
  })
})

test('levels inside a screen are left from the innermost one, and those of its target belong to its step', () => {
  const left: string[] = []
  const level = (crumb: string, isOpened = false) => ({ crumb, isOpened, leave: () => void left.push(crumb) })
  const first: It = { stack: [entryWithoutTarget('a')], kept: new Map() }
  const report = { view: 'by day', levels: [level('x'), level('y')] }
  const it = openLevel(first, { screen: 'b', target: { day: '2026-11-13' } }, report)
  const levels = openLevels(it, { levels: [level('13 Nov', true), level('row')] }, titleOf)
  expect(levels.map(({ crumb }) => crumb)).toEqual(['a: by day', 'x', 'y', 'b: 13 Nov', 'row'])
  expect(returnTo(it, levels, 3).stack).toHaveLength(2)
  expect(left).toEqual(['row'])
  expect(returnTo(it, levels, 0).stack).toHaveLength(1)
  expect(left).toEqual(['row', 'y', 'x'])
})
