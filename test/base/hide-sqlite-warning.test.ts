import { expect, onTestFinished, test } from 'vitest'
import { hideSqliteWarning } from '../../src/base/hide-sqlite-warning.ts'

test('only the warning about SQLite is hidden', () => {
  const { emitWarning } = process
  onTestFinished(() => {
    process.emitWarning = emitWarning
  })
  const printed: unknown[][] = []
  process.emitWarning = ((...warning: unknown[]) => void printed.push(warning)) as typeof emitWarning
  hideSqliteWarning()
  process.emitWarning('SQLite is an experimental feature and might change at any time', 'ExperimentalWarning')
  process.emitWarning('A promise was rejected', 'Warning')
  process.emitWarning(new Error('Something is deprecated'))
  expect(printed).toEqual([['A promise was rejected', 'Warning'], [new Error('Something is deprecated')]])
})
