import type { Fault } from './fault.ts'
import { triedByTest } from './tried-by-test.ts'

const randomKeys = (size: string): Fault =>
  triedByTest(`screens: random keys at ${size}`, 20_000, 'screens/app/random-keys.test.tsx', `random keys at ${size}`)

const hostile = (name: string, count: number, where: string, file = 'hostile-families.test.tsx'): Fault =>
  triedByTest(name, count, `safety/${file}`, `texts of 40 families do nothing ${where}`)

/** Hostile text in every answer, keys pressed at random, and pictures that must not come back. */
export const screenFaults: readonly Fault[] = [
  hostile('texts: 40 families in every format of every command', 5_800, 'in any format'),
  hostile('texts: 40 families in every other place', 1_500, 'in any place', 'hostile-places.test.ts'),
  hostile('texts: 40 families on every screen', 1_200, 'on any screen'),
  triedByTest(
    'pictures: two explorers, deletions and refusals',
    1_000,
    'app/keep-frame.test.ts',
    'in any order of pictures and deletions',
  ),
  ...['60x15', '80x24', '120x36', '200x60'].map(randomKeys),
]
