import fc from 'fast-check'
import { tries } from './tries.ts'

// biome-ignore lint/suspicious/noConfusingVoidType: the type of fast-check
type Verdict = boolean | void

/** The arbitraries of some values, and a predicate that throws, or returns false, for wrong ones. */
type Property<Values extends [unknown, ...unknown[]], Result> = [
  ...arbitraries: { [Index in keyof Values]: fc.Arbitrary<Values[Index]> },
  predicate: (...values: Values) => Result,
]

/** Checks a property a hundred times. */
export const forAll = <Values extends [unknown, ...unknown[]]>(...property: Property<Values, Verdict>): void =>
  fc.assert(fc.property(...property))

/** Checks a property as often as {@link tries} returns for this count. */
export const forMany = <Values extends [unknown, ...unknown[]]>(
  count: number,
  ...property: Property<Values, Verdict>
): void => fc.assert(fc.property(...property), { numRuns: tries(count) })

/** {@link forMany} with an asynchronous predicate. */
export const forManyAsync = <Values extends [unknown, ...unknown[]]>(
  count: number,
  ...property: Property<Values, Promise<Verdict>>
): Promise<void> => fc.assert(fc.asyncProperty(...property), { numRuns: tries(count) })
