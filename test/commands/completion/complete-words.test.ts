import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allCommands } from '../../../src/commands/command-table.ts'
import { type Candidate, completeWords, wordsOfLine } from '../../../src/commands/completion/complete-words.ts'
import type { CompletionTable } from '../../../src/commands/completion/completion-table.ts'
import { globalOptionsOf } from '../../../src/commands/kit/applicable-options.ts'
import { longFlag } from '../../../src/commands/kit/usage-error.ts'
import { forManyAsync } from '../../helpers/for-all.ts'
import { runQd } from '../../helpers/run-qd.ts'

const table = JSON.parse((await runQd(['completion', '--table'])).out) as CompletionTable

const requested: [string, string | undefined][] = []
const live = async (kind: string, profile: string | undefined): Promise<Candidate[]> => {
  requested.push([kind, profile])
  return ['41', '42', 'a b', '$(reboot)', 'evil\u001b[2J', 'two\nlines', ''].map((word) => ({ word, help: kind }))
}

const complete = async (line: string): Promise<string[]> =>
  (await completeWords(wordsOfLine(line), table, live)).candidates.map(({ word }) => word)

test('completion offers commands and groups as the first word, and the commands of the group as the second', async () => {
  expect(await complete('')).toEqual(expect.arrayContaining(['analytics', 'overview', 'doctor', 'help']))
  expect(await complete('controls ')).toEqual(['history', 'show', 'diff', 'blame', 'open', 'rules'])
  expect(await complete('help controls d')).toEqual(['diff'])
  expect(await complete('nothing ')).toEqual([])
  expect(await complete('serve k')).toEqual(['keys'])
  expect(await complete('serve keys ')).toEqual(['add', 'list', 'revoke'])
  expect(await complete('help serve keys a')).toEqual(['add'])
  expect(await complete('serve add')).toEqual([])
})

test('every command can be completed word by word, and offers its own options and the global ones that apply', async () => {
  for (const command of await allCommands()) {
    const { name, options } = command
    const words = name.split(' ')
    for (const at of words.keys()) expect(await complete(words.slice(0, at + 1).join(' '))).toContain(words[at])
    const offered = await complete(`${name} -`)
    for (const { flags, isHidden } of options)
      expect(offered.includes(longFlag(flags)), `${name} ${flags}`).toBe(!isHidden)
    for (const { flags } of globalOptionsOf(command)) expect(offered, name).toContain(longFlag(flags))
  }
})

test('an option is offered once, unless it may be given several times', async () => {
  expect(await complete('overview --json --j')).toEqual([])
  expect(await complete('api /x -q a=1 --q')).toEqual(['--query'])
})

test('choices of an option are offered after a space and after an equals sign', async () => {
  expect(await complete('ci jobs --format n')).toEqual(['ndjson'])
  expect(await complete('ci jobs --format=n')).toEqual(['--format=ndjson'])
  expect(await complete('profile show --format ')).toEqual(['table', 'json'])
  expect(await complete('overview --json=')).toEqual([])
})

test('values of an option are not operands', async () => {
  expect(await complete('--profile controls contr')).toEqual(['controls'])
  expect(await complete('controls --format json d')).toEqual(['diff'])
})

test('names are looked up by the kind of the argument and the typed profile', async () => {
  requested.length = 0
  expect(await complete('controls diff 41 --profile acme 4')).toEqual(['41', '42'])
  expect(requested).toEqual([['revision', 'acme']])
  requested.length = 0
  await complete('--profile=acme wiki export ')
  expect(requested).toEqual([['wiki run', 'acme']])
})

test('a name with a control character or a line break is never offered', async () => {
  expect(await complete('controls show ')).toEqual(['41', '42', 'a b', '$(reboot)'])
})

test('the shell completes file names itself', async () => {
  expect(await completeWords(['wiki', 'pages', ''], table, live)).toEqual({ candidates: [], files: 'files' })
  expect(await completeWords(['serve', '--import', ''], table, live)).toEqual({ candidates: [], files: 'folders' })
})

test('a line is split as a shell splits it', () => {
  expect(wordsOfLine('qd users --where "credits>1k  na')).toEqual(['qd', 'users', '--where', 'credits>1k  na'])
  expect(wordsOfLine("qd a\\ b 'c\\' ")).toEqual(['qd', 'a b', 'c\\', ''])
  expect(wordsOfLine('')).toEqual([''])
})

test('every completion of any line begins with the typed word', async () => {
  const word = fc.constantFrom('controls', 'diff', '--profile', '--format=', '-q', '--', '=', '"', "'", '\\', ' ', 'é')
  await forManyAsync(300, fc.array(word, { maxLength: 8 }), async (parts) => {
    const line = parts.join(' ')
    for (const each of await complete(line)) expect(each.startsWith(wordsOfLine(line).at(-1) ?? '')).toBe(true)
  })
})

test('completion offers the fields of --where and --sort, columns, and known values of a field', async () => {
  expect(await complete('analytics users --where cre')).toEqual(['credits>', 'created>'])
  expect(await complete('analytics users --sort=model')).toEqual(['--sort=model'])
  expect(await complete("analytics users --where 'name=4")).toEqual(['name=41', 'name=42'])
  expect(await complete('analytics tokens --where out')).toEqual(['output_tokens>'])
  expect(await complete('analytics users --columns date,bil')).toEqual(['date,billable_tokens'])
  expect(await complete('ci jobs --where ph')).toEqual(['phase='])
  // The offered fields are those of the typed command.
  expect(await complete('ci jobs --sort ')).toEqual(['time', 'status', 'repo'])
  expect(await complete('hooks log --sort ')).toEqual(['time'])
})
