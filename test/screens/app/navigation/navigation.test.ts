import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Entry,
  entryWithoutTarget,
  historyBack,
  historyForward,
  levelUp,
  type Navigation,
  open,
  shownEntry,
  startNavigation,
  togglePrevious,
} from '../../../../screens/app/navigation/navigation.ts'
import { forMany } from '../../../helpers/for-all.ts'

type Name = 'a' | 'b' | 'c' | 'd'
/** A new object each time, because targets are compared by value. */
const targetOf = (person: string | undefined) => (person === undefined ? undefined : { person })
const openings = fc.tuple(fc.constantFrom<Name>('a', 'b', 'c', 'd'), fc.constantFrom(undefined, 'ann', 'bob'))
const steps = fc.array(
  fc.oneof(
    openings.map(
      ([name, person]) =>
        (it: Navigation<Name>) =>
          open(it, name, targetOf(person)),
    ),
    fc.constantFrom<(it: Navigation<Name>) => Navigation<Name>>(
      (it) => levelUp(it) ?? it,
      togglePrevious,
      historyBack,
      historyForward,
    ),
  ),
  { maxLength: 120 },
)
const called = ({ screen, target }: Pick<Entry<Name>, 'screen' | 'target'>) => `${screen} ${target?.person ?? ''}`
const shown = (it: Navigation<Name>): string => called(shownEntry(it))
const lastOf = (it: Navigation<Name>): string | undefined => it.past.map(called).at(-1)

const runs = (check: (it: Navigation<Name>) => void) =>
  forMany(200, steps, (all) => {
    let it = startNavigation<Name>([entryWithoutTarget('a')])
    check(it)
    for (const step of all) {
      it = step(it)
      check(it)
    }
  })

test('the stack is never empty and has no screen twice, and the history is limited', () => {
  runs(({ stack, past }) => {
    expect(stack.length).toBeGreaterThan(0)
    expect(new Set(stack.map(called)).size).toBe(stack.length)
    expect(past.length).toBeLessThanOrEqual(51)
  })
})

test('opening a screen of the history restores its state', () => {
  runs((it) => {
    const reachable = [...it.stack, ...it.past, ...it.future]
    for (const entry of reachable) {
      expect(shownEntry(open(it, entry.screen, targetOf(entry.target?.person))).state).toBe(entry.state)
      expect(new Set(reachable.filter((one) => called(one) === called(entry)).map((one) => one.state)).size).toBe(1)
    }
  })
})

test('one step back and forward again shows the same screen', () => {
  runs((it) => {
    if (it.past.length === 0) {
      expect(historyBack(it)).toBe(it)
      return
    }
    const there = historyBack(it)
    expect(shown(there)).toBe(lastOf(it))
    const again = historyForward(there)
    expect(shown(again)).toBe(shown(it))
    expect(again.past).toEqual(it.past)
    expect(again.future).toEqual(it.future)
  })
})

test('toggling the previous screen twice shows the same screen', () => {
  runs((it) => expect(shown(togglePrevious(togglePrevious(it)))).toBe(shown(it)))
})

test('opening a screen shows it and clears the forward history', () => {
  runs((it) => {
    for (const name of ['a', 'b', 'c', 'd'] as const) {
      for (const person of [undefined, 'ann']) {
        const next = open(it, name, targetOf(person))
        expect(shown(next)).toBe(called({ screen: name, target: targetOf(person) }))
        if (shown(next) === shown(it)) expect(next).toBe(it)
        else expect([next.future, lastOf(next)]).toEqual([[], shown(it)])
      }
    }
  })
})

test('going back ends at the root', () => {
  runs((it) => {
    let at: Navigation<Name> | undefined = it
    let count = 0
    while (at) {
      at = levelUp(at)
      count += 1
    }
    expect(count).toBe(it.stack.length)
  })
})
