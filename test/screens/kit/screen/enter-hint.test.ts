import { expect, test } from 'vitest'
import { changesLabel, personLabel, withEnter } from '../../../../screens/kit/screen/enter-hint.ts'
import type { Binding } from '../../../../src/ui/keys/bindings.ts'

const enter = { keys: ['Enter'], action: 'open', help: 'open it', group: 'Go', hint: 'open' } as const
const keepFilter = { ...enter, action: 'keepFilter', hint: 'keep the filter' } as const
const other = { keys: ['/'], action: 'filter', help: 'filter', group: 'Find', hint: 'filter' } as const
const hintsOf = (bindings: readonly Binding[]) => bindings.map(({ hint }) => hint)

test('the hint of Enter names its effect on the row, and other hints stay', () => {
  expect(hintsOf(withEnter([other, enter], 'diff of 418'))).toEqual(['filter', 'diff of 418'])
})

test('there is no hint if Enter does nothing', () => {
  expect(hintsOf(withEnter([other, enter], undefined))).toEqual(['filter', undefined])
})

test('a text field keeps its own hint for Enter', () => {
  expect(hintsOf(withEnter([keepFilter], 'diff of 418'))).toEqual(['keep the filter'])
})

test('foreign text in the hint is safe and short', () => {
  expect(hintsOf(withEnter([enter], 'a\x1b[31m\n\u202eb'))[0]).not.toMatch(/[\x00-\x1f\u202e]/)
  expect(hintsOf(withEnter([enter], 'a-repository-of-a-long-name'))).toEqual(['a-repository-…'])
})

test('the label of a user is the e-mail address without its host', () => {
  expect(['a.chen@acme.example', 'user_1', '@acme', ''].map(personLabel)).toEqual(['a.chen', 'user_1', '@acme', ''])
})

test('for a revision without a predecessor, Enter shows all its settings', () => {
  expect([changesLabel(418, true), changesLabel(1, false)]).toEqual(['diff of 418', 'settings 1'])
})
