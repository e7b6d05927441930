import { expect, test } from 'vitest'
import { parsePath, pathText } from '../../../src/domain/settings-diff/setting-path.ts'
import { nearestPath } from '../../../src/domain/settings-diff/value-at.ts'

const settings = [
  { commandAllowlist: ['a'], sandbox: { network: { allowedDomains: [] } } },
  { sandbox: { enabled: true, network: 'off' } },
  null,
]

test.each([
  ['commandAlowlist', 'commandAllowlist'],
  ['sandbox.network.alowedDomains', 'sandbox.network.allowedDomains'],
  ['sandbox.enabeld', 'sandbox.enabled'],
  ['sandbx.enabled', 'sandbox.enabled'],
  ['nothing.there', undefined],
  // An existing path needs no suggestion.
  ['sandbox.enabled', undefined],
])('the suggestion for %s is %s', (typed, meant) => {
  const nearest = nearestPath(parsePath(typed) ?? [], settings)
  expect(nearest && pathText(nearest)).toBe(meant)
})
