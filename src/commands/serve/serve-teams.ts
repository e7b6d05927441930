import { fileError, readTeamsFile, readWrittenFile } from '../../cache/load/kit/read-teams-file.ts'
import { parseBudgets } from '../../config/profiles/parse-budgets.ts'
import type { Budget, TeamRule } from '../../contract/teams.ts'
import { fieldsOf } from '../../domain/filter/field-of.ts'
import { counted } from '../../domain/text/format.ts'
import { command, textFormats } from '../kit/command.ts'
import { dataOption, parseData, type ServerData, withServerData } from '../kit/server-data.ts'
import { listCommand } from '../output/list-command.ts'
import { printDone } from '../output/print-rows.ts'
import { columnsOf } from '../output/row-layout.ts'

/** Reads budgets from JSON: a list, or an object with the list `budgets`. */
const readBudgetsFile = async (path: string): Promise<readonly Budget[]> => {
  const { budgets, problems } = parseBudgets(await readWrittenFile(path))
  if (problems.length === 0) return budgets
  throw fileError(path, problems)
}

type ImportSpec<Row> = {
  name: 'teams' | 'budgets'
  summary: string
  description: string
  example: string
  read: (path: string) => Promise<readonly Row[]>
  /** @returns the number of rows before */
  put: (server: ServerData, rows: readonly Row[]) => Promise<number>
  counted: (rows: readonly Row[]) => string
}

/** A command that replaces the teams or the budgets of a server with those of a file. */
const importCommand = <Row>({ name, summary, description, example, read, put, ...spec }: ImportSpec<Row>) =>
  command({
    name: `serve ${name} import`,
    summary,
    description,
    arguments: [{ name: 'file', help: `file with ${name}`, completes: 'file' }],
    options: [dataOption],
    ...textFormats,
    isLocal: true,
    examples: [`serve ${name} import ${example} --data acme.db`],
    parse: ({ args: [file], options: { data } }) => ({ file: file ?? '', data: parseData(data) }),
    run: async ({ file, data }, deps): Promise<undefined> => {
      const rows = await read(file)
      return withServerData(data, deps, async (server) => {
        const before = await put(server, rows)
        const sentence = `Imported ${spec.counted(rows)}, which replaced ${before} earlier ${before === 1 ? 'row' : 'rows'}.`
        return printDone(sentence, { imported: rows.length, replaced: before }, deps)
      })
    },
  })

const importTeams = importCommand({
  name: 'teams',
  summary: 'Replace the teams of a server',
  description:
    'The file is a CSV with the heading email,team. An e-mail address may be a pattern with *; an exact address takes precedence over a pattern, otherwise the first line counts. A team may be nested: core/compilers counts for core too. Lines that start with # are comments.',
  example: 'teams.csv',
  read: readTeamsFile,
  put: (server, rules) => server.importTeams(rules),
  counted: (rules) =>
    `${counted(rules.length, 'line')} for ${counted(new Set(rules.map(({ team }) => team)).size, 'team')}`,
})

const importBudgets = importCommand({
  name: 'budgets',
  summary: 'Replace the budgets of a server',
  description:
    'The file is a JSON list, as "budgets" in config.json: [{"scope": "team:core", "credits": 800000}]. A scope is organization, team:NAME or user:EMAIL, and credits are for each billing month.',
  example: 'budgets.json',
  read: readBudgetsFile,
  put: (server, budgets) => server.importBudgets(budgets),
  counted: (budgets) => counted(budgets.length, 'budget'),
})

const teamField = fieldsOf((row: TeamRule) => row)

const listTeams = listCommand({
  name: 'serve teams list',
  summary: 'List the teams of a server, as imported',
  what: 'lines',
  example: 'team~core',
  isLocal: true,
  options: [dataOption],
  layout: { columns: columnsOf('text', { email: 'EMAIL', team: 'TEAM' }), members: ['email', 'team'] },
  examples: ['serve teams list --data acme.db', 'serve teams list --data acme.db --format csv'],
  parse: ({ options }) => parseData(options.data),
  table: () => ({
    isPhrase: true,
    fields: [teamField('email', 'text', ({ email }) => email), teamField('team', 'text', ({ team }) => team)],
    nameOf: ({ email }) => email,
    textsOf: ({ team }) => [team],
  }),
  sorts: { names: ['email', 'team'], defaultSort: 'as imported' },
  load: async (data, deps) => {
    const rows = await withServerData(data, deps, (server) => server.teams())
    return {
      rows,
      print: (chosen) => ({ rows: chosen, envelope: { teams: chosen } }),
      notes: () => [
        rows.length === 0 ? 'There are no teams yet: add them with qd serve teams import FILE.' : undefined,
      ],
    }
  },
})

const budgetField = fieldsOf((row: Budget) => row)

const listBudgets = listCommand({
  name: 'serve budgets list',
  summary: 'List the budgets of a server, as imported',
  what: 'budgets',
  example: 'credits>1m',
  isLocal: true,
  options: [dataOption],
  layout: {
    columns: [...columnsOf('text', { scope: 'SCOPE' }), ...columnsOf('count', { credits: 'CREDITS A MONTH' })],
    members: ['scope', 'credits'],
  },
  examples: ['serve budgets list --data acme.db'],
  parse: ({ options }) => parseData(options.data),
  table: () => ({
    isPhrase: true,
    fields: [
      budgetField('credits', 'number', ({ credits }) => credits),
      budgetField('scope', 'text', ({ scope }) => scope),
    ],
    nameOf: ({ scope }) => scope,
  }),
  sorts: { names: ['credits', 'scope'], defaultSort: 'as imported' },
  load: async (data, deps) => {
    const rows = await withServerData(data, deps, (server) => server.budgets())
    return {
      rows,
      print: (chosen) => ({ rows: chosen, envelope: { budgets: chosen } }),
      notes: () => [
        rows.length === 0 ? 'There are no budgets yet: add them with qd serve budgets import FILE.' : undefined,
      ],
    }
  },
})

export const serveTeamCommands = [importTeams, listTeams, importBudgets, listBudgets]
