import { expect, test } from 'vitest'
import { allCommands } from '../../../src/commands/command-table.ts'
import { runQd } from '../../helpers/run-qd.ts'

const page = (await runQd(['man'])).out

test('the manual page has every command and each of its visible options', async () => {
  const shown = page.replaceAll('\\-', '-')
  for (const { name, options } of await allCommands()) {
    const [part = ''] = shown.split(`.SS qd ${name}`)[1]?.split('\n.SS ') ?? []
    for (const { flags, isHidden } of options)
      expect(part.includes(flags.split(/[ ,]/)[0] ?? ''), `${name} ${flags}`).toBe(!isHidden)
  }
})

test('the manual page is ASCII with known macros, and no word of a help text is one', () => {
  expect(page).toMatch(/^[\x20-\x7e\n]+$/)
  const macros = new Set(page.split('\n').flatMap((line) => /^[.']\S*/.exec(line)?.[0] ?? []))
  expect([...macros].sort()).toEqual(['.B', '.PP', '.RE', '.RS', '.SH', '.SS', '.TH', '.TP'])
})
