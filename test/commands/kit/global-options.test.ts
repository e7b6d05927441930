import { expect, test } from 'vitest'
import { allCommands } from '../../../src/commands/command-table.ts'
import { globalOptionsOf } from '../../../src/commands/kit/applicable-options.ts'
import { globalOptions } from '../../../src/commands/kit/globals.ts'
import { longFlag } from '../../../src/commands/kit/usage-error.ts'
import { runQd } from '../../helpers/run-qd.ts'

const commands = await allCommands()

const flagsOf = (name: string): string[] => {
  const command = commands.find((each) => each.name === name)
  return command ? globalOptionsOf(command).map(({ flags }) => longFlag(flags)) : []
}

test('a command has the global options that apply to it', () => {
  expect(flagsOf('demo')).toEqual(
    '--read-only --ascii --no-color --theme --screen-reader --mouse --no-restore --screen'.split(' '),
  )
  expect(flagsOf('overview')).toEqual(
    '--profile --format --json --query --template --csv-raw --columns --key-stdin --offline --refresh --read-only --ascii --screen-reader --verbose'.split(
      ' ',
    ),
  )
  expect(flagsOf('ci jobs')).toEqual(expect.arrayContaining(['--csv-raw', '--columns']))
  expect(flagsOf('ci jobs')).not.toContain('--offline')
  expect(flagsOf('api')).toContain('--query')
  expect(flagsOf('man')).toEqual([])
})

test('help lists the global options of a command in a group of their own', async () => {
  for (const command of commands) {
    const { out } = await runQd([...command.name.split(' '), '--help'])
    const [, group = ''] = out.split('\nGlobal options:\n')
    const [lines = ''] = group.split('\n\n')
    const listed = [...lines.matchAll(/^ {2}(--[\w-]+)/gm)].map(([, flag]) => flag)
    expect(listed, command.name).toEqual(globalOptionsOf(command).map(({ flags }) => longFlag(flags)))
  }
})

test('the help of a command omits the global options that the command rejects', async () => {
  const values: Record<string, string> = { '--columns': 'a', '--query': '@', '--template': 'x', '--screen': 'usage' }
  for (const flag of ['--offline', '--refresh', '--columns', '--query', '--template', '--screen', '--no-restore'])
    for (const name of ['overview', 'man', 'ci jobs', 'hooks log', 'cache status', 'doctor']) {
      if (flagsOf(name).includes(flag)) continue
      const { err, code } = await runQd([...name.split(' '), flag, ...(values[flag] ? [values[flag]] : [])])
      expect([err, code], `${name} ${flag}`).toEqual([expect.stringContaining(`${flag} `), 2])
    }
})

test('the help of --format has the formats and the default of the command', async () => {
  const formatOf = async (name: string) =>
    /--format <format> +([^-]*)/.exec((await runQd([...name.split(' '), '--help'])).out.replaceAll(/\s+/g, ' '))?.[1]
  expect(await formatOf('overview')).toContain(
    '(default: table on a terminal, else json) (choices: "table", "json", "ndjson", "csv")',
  )
  expect(await formatOf('profile add')).toContain('(default: table) (choices: "table", "json")')
})

test('the help of qd lists all global options, those of the explorer below their own heading', async () => {
  const { out } = await runQd(['--help'])
  const [own = '', rest = ''] = out.split('\nExplorer options:\n')
  for (const { flags } of globalOptions) expect(out).toContain(`  ${flags} `)
  expect(own).toContain('\nGlobal options:\n')
  expect(rest).toContain('--screen <name>')
})
