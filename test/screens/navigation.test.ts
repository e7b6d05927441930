import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  back,
  backward,
  forward,
  type Navigation,
  open,
  shownEntry,
  startNavigation,
  toggleLast,
} from '../../screens/navigation.ts'

type Name = 'a' | 'b' | 'c' | 'd'
const steps = fc.array(
  fc.oneof(
    fc.constantFrom<Name>('a', 'b', 'c', 'd').map((name) => (it: Navigation<Name>) => open(it, name)),
    fc.constantFrom<(it: Navigation<Name>) => Navigation<Name>>((it) => back(it) ?? it, toggleLast, backward, forward),
  ),
  { maxLength: 120 },
)
const shown = (it: Navigation<Name>): Name => shownEntry(it).screen

const runs = (check: (it: Navigation<Name>) => void) =>
  fc.assert(
    fc.property(steps, (all) => {
      let it = startNavigation<Name>('a')
      check(it)
      for (const step of all) {
        it = step(it)
        check(it)
      }
    }),
    { numRuns: 200 },
  )

test('the stack is never empty and holds no screen twice, and the past stays short', () => {
  runs(({ stack, past }) => {
    expect(stack.length).toBeGreaterThan(0)
    expect(new Set(stack.map(({ screen }) => screen)).size).toBe(stack.length)
    expect(past.length).toBeLessThanOrEqual(51)
  })
})

test('a screen that can be gone back or forward to is opened with what it has kept', () => {
  runs((it) => {
    const reachable = [...it.stack, ...it.past, ...it.future]
    for (const { screen, kept } of reachable) {
      expect(shownEntry(open(it, screen)).kept).toBe(kept)
      expect(new Set(reachable.filter((one) => one.screen === screen).map((one) => one.kept)).size).toBe(1)
    }
  })
})

test('one step back in time and forward again changes nothing that is seen', () => {
  runs((it) => {
    if (it.past.length === 0) {
      expect(backward(it)).toBe(it)
      return
    }
    const there = backward(it)
    expect(shown(there)).toBe(it.past.at(-1)?.screen)
    const again = forward(there)
    expect(shown(again)).toBe(shown(it))
    expect(again.past).toEqual(it.past)
    expect(again.future).toEqual(it.future)
  })
})

test('the last screen twice is the one that is shown', () => {
  runs((it) => expect(shown(toggleLast(toggleLast(it)))).toBe(shown(it)))
})

test('opening a screen shows it, and ends what could be gone forward to', () => {
  runs((it) => {
    for (const name of ['a', 'b', 'c', 'd'] as const) {
      const next = open(it, name)
      expect(shown(next)).toBe(name)
      if (name === shown(it)) expect(next).toBe(it)
      else expect([next.future, next.past.at(-1)?.screen]).toEqual([[], shown(it)])
    }
  })
})

test('going back ends at the root', () => {
  runs((it) => {
    let at: Navigation<Name> | undefined = it
    let count = 0
    while (at) {
      at = back(at)
      count += 1
    }
    expect(count).toBe(it.stack.length)
  })
})
