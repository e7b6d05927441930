import { expect, test } from 'vitest'
import { openScreen } from '../../helpers/screen.tsx'
import { serveSettings } from './diff/diff-service.ts'

// Loosened settings come first at any width.

const before = {
  commandAllowlist: ['git status', 'npm test -- --run', 'make all'],
  sandbox: { enabled: true, mode: 'whole-process', network: { allowedDomains: ['packages.example', 'git.example'] } },
}
const after = {
  commandAllowlist: ['git status', 'curl *', 'wget --quiet *'],
  sandbox: { enabled: true, mode: 'per-command', network: { allowedDomains: ['*'] } },
}

test.each([60, 80, 120, 200])('at %i columns every list of changes shows loosened settings first', async (columns) => {
  const { organisation } = await serveSettings([before, after])
  const opened = await openScreen(organisation, { columns, rows: 40, screen: 'controls' })
  const frameWith = (wanted: RegExp) => opened.frameWith((frame) => wanted.test(frame.join('\n')))
  const rowWith = (frame: readonly string[], text: string): string => frame.find((row) => row.includes(text)) ?? ''

  const history = await frameWith(/!! critical|!! /)
  expect(rowWith(history, ' Ben ')).toMatch(/ 2 .*!! /)
  expect(history.join('\n').replaceAll(/\s+/g, ' ')).toContain('allowedDomains allows everything now')

  await opened.press('f')
  const open = await frameWith(/STILL OPEN/)
  expect(rowWith(open, '!! ')).toMatch(
    columns < 80 ? / 2 .*!! (allows everything|switched off)/ : / 2 .*!! (sandbox|commandAllowlist)/,
  )

  await opened.press('f', 'Enter', 'z', 'R')
  const diff = await frameWith(/allowedDomains/)
  const domains = rowWith(diff, 'allowedDomains')
  expect(domains).toMatch(/\+ \*/)
  expect(domains.replace(/\+ \*.*/, '')).not.toMatch(/ -|and/)
  const commands = rowWith(diff, 'commandAllowlist')
  expect(commands).toMatch(/\+ (curl|wget)/)
  expect(commands.replace(/\+ (curl|wget).*/, '')).not.toMatch(/ - |-\d/)
  for (const row of [domains, commands]) expect(row).toMatch(/!/)
})
