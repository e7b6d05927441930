import { expect, test } from 'vitest'
import { type Checks, rowsWhileChecking } from '../../../../src/domain/overview/attention/attention-checks.ts'
import { createItem } from '../../../../src/domain/overview/attention/attention-kind.ts'
import type { AttentionItem } from '../../../../src/domain/overview/attention/attention-kinds.ts'

const itemOf = (kind: AttentionItem['kind'], severity: AttentionItem['severity'], own: object = {}): AttentionItem =>
  createItem(kind, { id: `${severity} ${kind}`, severity, target: { screen: 'keys' } }, own) as AttentionItem

const credits = itemOf('anomaly', 'high', { measure: 'credits' })
const key = itemOf('keys', 'high')
const revision = itemOf('risk', 'medium')
const fell = itemOf('fell', 'medium')

const allRunning: Checks = {
  credits: 'running',
  activity: 'running',
  controls: 'running',
  budgets: 'running',
  seats: 'running',
  keys: 'running',
  computers: 'running',
  ci: 'running',
  readiness: 'running',
  use: 'running',
}
const rows = (items: readonly AttentionItem[], checks: Partial<Checks>) =>
  rowsWhileChecking(items, { ...allRunning, ...checks }).map((row) =>
    row.item ? row.id : `${row.check} ${row.state} ${row.waiting.length}`,
  )

test('each running check has a row, most important first', () => {
  expect(rows([], {})).toEqual(Object.keys(allRunning).map((check) => `${check} running 0`))
})

test('an item takes its final row once no running check can find a more important one', () => {
  expect(rows([credits, fell], { credits: 'done', readiness: 'done' })).toEqual([
    'high anomaly',
    'activity running 0',
    'controls running 0',
    'budgets running 0',
    'seats running 0',
    'keys running 0',
    'computers running 0',
    'ci running 0',
    'readiness done 1',
    'use running 0',
  ])
  // A key could still be more important than the revision.
  const known = {
    credits: 'done',
    activity: 'done',
    controls: 'done',
    budgets: 'done',
    seats: 'done',
    readiness: 'done',
  } as const
  expect(rows([credits, revision, fell], known).slice(0, 3)).toEqual([
    'high anomaly',
    'activity done 0',
    'controls done 1',
  ])
  expect(rows([credits, key, revision, fell], { ...known, keys: 'done', ci: 'failed' })).toEqual([
    'high anomaly',
    'high keys',
    'medium risk',
    'budgets done 0',
    'seats done 0',
    'keys done 0',
    'computers running 0',
    'ci failed 0',
    'readiness done 1',
    'use running 0',
  ])
})
