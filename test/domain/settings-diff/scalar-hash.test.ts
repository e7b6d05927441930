import { expect, test } from 'vitest'
import { scalarHash, tellingRuns } from '../../../src/domain/settings-diff/scalar-hash.ts'

const word = (at: number): string => (Math.imul(at + 1, 0x9e3779b1) >>> 0).toString(36).padStart(7, '0')

test.each<[what: string, textOf: (at: number) => string]>([
  ['commands that end in a number', (at) => `npm run task-${180_000 + at}`],
  ['commands of which some end in a flag', (at) => `npm run task-${at}${at % 9 ? '' : ' -v'}`],
  ['addresses of one domain', (at) => `person${at}@northwind.example`],
  ['URLs that end alike', (at) => `https://host${at}.example.com/`],
  ['paths to files of one name', (at) => `packages/${word(at % 300).slice(0, 4)}/src/${word(at)}/index.ts`],
])('%s nearly all have hashes of their own', (_, textOf) => {
  const texts = Array.from({ length: 5_000 }, (_, at) => textOf(at))
  const runs = tellingRuns(texts)
  expect(new Set(texts.map((text) => scalarHash(text, runs))).size).toBeGreaterThan(4_990)
})

test('short texts among long ones have hashes of their own too', () => {
  const texts = Array.from({ length: 3_000 }, (_, at) => (at % 3 ? `https://host${at}.example.com/` : `${at}`))
  const runs = tellingRuns([...texts, '', 7, null])
  expect(new Set(texts.map((text) => scalarHash(text, runs))).size).toBeGreaterThan(2_995)
})
