import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseQuery, QueryError } from '../../../src/domain/query/json-query.ts'
import { forManyAsync } from '../../helpers/for-all.ts'

const document = {
  schema: 1,
  data: [
    { date: '2026-11-01', credits: 3 },
    { date: '2026-11-02', credits: 4 },
  ],
}

const problemOf = async (text: string) => {
  const query = await parseQuery(text)
  return 'problem' in query ? query.problem : undefined
}
const run = async (text: string) => {
  const query = await parseQuery(text)
  return 'run' in query ? query.run(document) : query.problem
}

test.each([
  ['data[1].date', '2026-11-02'],
  ['data[].credits', [3, 4]],
  ['sum(data[].credits)', 7],
  ['data[?credits > `3`].{day: date}', [{ day: '2026-11-02' }]],
  ['nothing.there', null],
  ['@', document],
] as const)('%s reads a part of a document', async (text, result) => {
  expect(await run(text)).toEqual(result)
})

test.each([
  ['data[', 'an unexpected end at character 6'],
  ['data[?credits==', 'an unexpected end at character 16'],
  ['', 'an unexpected end at character 1'],
  ['data date', 'an unexpected "date" at character 6'],
  ['limit=5', 'an unexpected "5" at character 7'],
  ['data # x', 'an unexpected "#" at character 6'],
  ['data."date', 'an unexpected """ at character 6'],
  ['data[].nope(@)', 'an unknown function nope() at character 8'],
])('the problem of %s has its position', async (text, problem) => {
  expect(await problemOf(text)).toBe(`has ${problem}`)
})

test('an expression that is too long or too deep is a problem, not a crash', async () => {
  expect(await problemOf('a'.repeat(4_001))).toBe('has more than 4000 characters')
  expect(await problemOf('!'.repeat(4_000))).toEqual(expect.any(String))
})

test('an expression that does not apply to the document is an error', async () => {
  await expect(run('abs(data)')).rejects.toThrow(QueryError)
  await expect(run('abs(data)')).rejects.toThrow(
    'abs() expected argument 1 to be type (number) but received type array instead',
  )
})

const words = fc.constantFrom(
  'data',
  '.',
  '[',
  ']',
  '?',
  '`1`',
  "'x",
  '"',
  '(',
  ')',
  'sum',
  '@',
  '&',
  '|',
  '=',
  ' ',
  'é',
)

test('any text is a query, a problem or an error of the query', () =>
  forManyAsync(300, fc.array(words, { maxLength: 12 }), async (some) => {
    const query = await parseQuery(some.join(''))
    if ('problem' in query) expect(query.problem).toMatch(/^(has|is) .*[^.]$/)
    else
      try {
        query.run(document)
      } catch (error) {
        expect(error).toBeInstanceOf(QueryError)
      }
  }))
