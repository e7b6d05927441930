import { expect, test } from 'vitest'
import { openDiff } from './diff-service.ts'

const before = { commandAllowlist: ['ls'], sandbox: { enabled: true }, env: { A: 'correct-horse-battery-1' } }
const after = {
  commandAllowlist: ['ls', 'npm test'],
  sandbox: { enabled: false },
  env: { A: 'correct-horse-battery-2' },
}

test('| gives the pager Markdown of the tree, and of text the text', async () => {
  const { press, outside } = await openDiff([before, after])
  await press('|')
  expect(outside.paged[0]).toMatch(
    /^# Controls: `1 {2}2026-11-19 09:00 UTC {2}Ann` to `2 {2}2026-11-20 09:00 UTC {2}Ben`\n/,
  )
  expect(outside.paged[0]).toContain('sandbox.enabled')
  await press('z', 's', '|')
  expect(outside.paged[1]).toMatch(/^--- 1\n\+\+\+ 2\n@@ /)
  expect(outside.paged[1]).toContain('-    "enabled": true,')
  expect(outside.paged.join('\n')).not.toContain('correct-horse')
})

test('what a filter hides is in no export but the patch', async () => {
  const { press, outside } = await openDiff([before, after])
  await press('/', ...'sandbox', 'Enter', '|', 'z', 's', '|')
  expect(outside.paged[0]).toContain('sandbox')
  expect(outside.paged.join('\n')).not.toContain('commandAllowlist')
  expect(outside.paged[1]).toContain('+    "enabled": false,')
})
