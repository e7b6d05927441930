import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RISK_RULES } from '../../../src/domain/risk/risk-rules.ts'
import { rulesAt } from '../../../src/domain/risk/rule-matcher.ts'
import { parsePathGlob } from '../../../src/domain/settings-diff/path-glob.ts'
import { ITEM_KEYS, type Path, type Step } from '../../../src/domain/settings-diff/setting-path.ts'
import { forMany } from '../../helpers/for-all.ts'

const rulesOf = (path: Path): string[] => rulesAt(path).map(({ name }) => name)
const globs = RISK_RULES.map(({ name, path }) => {
  const glob = parsePathGlob(path)
  // A pattern of one step matches only at the top of the settings.
  return { name, glob: /[.[]/.test(path) ? glob : (place: Path) => glob(place.slice(0, 1)) }
})

test('the rules found step by step are those whose patterns match the path', () => {
  const words = RISK_RULES.flatMap(({ path }) => path.split(/[.[\]*]+/)).filter(Boolean)
  const name = fc.constantFrom(
    ...words.flatMap((word) => [word, word.toUpperCase(), `is${word}`, `${word}s`, `${word}Allowed`]),
    ...['', 'a', '__proto__', 'toString', 'a.b', '*', 'name=allow'],
  )
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 4, arbitrary: name.map((each): Step => ({ is: 'member', name: each })) },
    fc.tuple(fc.constantFrom(...ITEM_KEYS), name).map(([by, value]): Step => ({ is: 'item', by, value })),
    fc.nat(3).map((index): Step => ({ is: 'place', index })),
    name.map((value): Step => ({ is: 'entry', value, nth: 1 })),
  )
  forMany(3_000, fc.array(step, { maxLength: 4 }), (path) => {
    expect(rulesOf(path)).toEqual(globs.filter(({ glob }) => glob(path)).map((each) => each.name))
  })
})
