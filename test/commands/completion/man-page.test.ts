import { expect, test } from 'vitest'
import { allCommands } from '../../../src/commands/command-table.ts'
import { globalOptionsOf } from '../../../src/commands/kit/applicable-options.ts'
import { longFlag } from '../../../src/commands/kit/usage-error.ts'
import { runQd } from '../../helpers/run-qd.ts'

const page = (await runQd(['man'])).out

test('the manual page has every command and each of its visible options', async () => {
  const shown = page.replaceAll('\\-', '-')
  for (const command of await allCommands()) {
    const { name, options } = command
    const [part = ''] = shown.split(`.SS qd ${name}`)[1]?.split('\n.SS ') ?? []
    for (const { flags, isHidden } of options)
      expect(part.includes(flags.split(/[ ,]/)[0] ?? ''), `${name} ${flags}`).toBe(!isHidden)
    const [globals = ''] = part.split('Global options: ')[1]?.split('\n') ?? []
    for (const { flags } of globalOptionsOf(command)) expect(globals, name).toContain(longFlag(flags))
  }
})

test('the manual page ends with the address for reports of bugs', () => {
  expect(page).toMatch(/\n\.SH REPORTING BUGS\nhttps:\S+\/issues\n$/)
})

test('the manual page is ASCII with known macros only', () => {
  expect(page).toMatch(/^[\x20-\x7e\n]+$/)
  const macros = new Set(page.split('\n').flatMap((line) => /^[.']\S*/.exec(line)?.[0] ?? []))
  expect([...macros].sort()).toEqual(['.B', '.PP', '.RE', '.RS', '.SH', '.SS', '.TH', '.TP'])
})
