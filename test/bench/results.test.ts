import { expect, test } from 'vitest'
import { isRegression, partsOf, withSection } from './results.ts'

test.each([
  [4.61, 4, true],
  [4.6, 4, false],
  [3, 4, false],
  // Twice a negligible value is still negligible.
  [0.08, 0.04, false],
  // A figure without a previous value.
  [9, undefined, false],
])('%d after %d is a regression: %s', (value, last, isOne) => {
  expect(isRegression(value, last)).toBe(isOne)
})

test('a section replaces its previous version, and everything else stays', () => {
  const main = '# How fast\n\n| what |\n| --- |\n| a |\n'
  const table = { by: 'bench', note: 'At rest.', heads: ['what', 'MB'] }
  const once = withSection(main, { ...table, title: 'Scale', rows: [['a | b', '1']] }, 'A machine.')
  expect(once).toBe(
    `${main}\n## Scale\n\nWritten by \`bench\`. A machine.\n\nAt rest.\n\n| what | MB |\n| --- | --- |\n| a / b | 1 |\n`,
  )
  const both = withSection(once, { ...table, title: 'Service', rows: [] }, 'A machine.')
  const again = withSection(both, { ...table, title: 'Scale', rows: [['c', '2']] }, 'Another.')
  expect(partsOf(again).main.trim()).toBe(main.trim())
  expect(partsOf(again).sections.map((section) => section.split('\n')[0])).toEqual(['## Scale', '## Service'])
  expect(again).toContain('| c | 2 |')
  expect(again).not.toContain('| a / b | 1 |')
})
