import { usageError } from '../../base/errors.ts'
import { toTextTable } from '../../domain/output/output.ts'
import { bytes, counted, fullNumber } from '../../domain/text/format.ts'
import { safeText } from '../../domain/text/safe-text.ts'
import { confirm, yesOption } from '../kit/change.ts'
import { command } from '../kit/command.ts'
import { noteTo } from '../kit/notes.ts'
import { dataOption, parseData, type ServerMonth, withServerData } from '../kit/server-data.ts'
import { printDone } from '../output/print-rows.ts'

/** The ranking of users covers up to 90 days. */
const MIN_MONTHS = 3
const MAX_MONTHS = 1_200

const parseKeep = (text: string | undefined): number => {
  const months = Number(/^(\d{1,4})m$/.exec(text ?? '')?.[1])
  if (months >= MIN_MONTHS && months <= MAX_MONTHS) return months
  throw usageError(`--keep must be ${MIN_MONTHS} to ${fullNumber(MAX_MONTHS)} months: use 24m to keep two years.`)
}

const tableOf = (months: readonly ServerMonth[]): string =>
  toTextTable(
    [{ title: 'MONTH' }, { title: 'ROWS', align: 'right' }, { title: 'SIZE', align: 'right' }],
    months.map(({ month, rows, sizeBytes }) =>
      [month, fullNumber(rows), bytes(sizeBytes)].map((cell) => safeText(cell)),
    ),
  )

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

export const serveRetention = command({
  name: 'serve retention',
  summary: 'Delete the rows of users in old months',
  description:
    'Keeps the current month and the given number of whole months before it. Shows the months, their rows and their size, and asks for confirmation; without a terminal, pass --yes. PostgreSQL drops the partitions of each month; an SQLite file keeps its size and reuses the space. The daily totals of the organisation are kept, with the credits of each user.',
  options: [{ flags: '--keep <months>', help: 'whole months to keep, such as 24m' }, dataOption, yesOption],
  formats: ['table', 'json'],
  pipeFormat: 'table',
  isLocal: true,
  examples: ['serve retention --keep 24m --data postgres://qd@localhost/acme'],
  parse: ({ options: { keep, data, yes } }) => ({ kept: parseKeep(keep), data: parseData(data), isYes: yes }),
  run: async ({ kept, data, isYes }, deps): Promise<undefined> =>
    withServerData(data, deps, async (server) => {
      const months = await server.oldMonths(kept)
      const [first, last] = [months[0]?.month, months.at(-1)?.month]
      const rows = sum(months.map((month) => month.rows))
      const sizeBytes = sum(months.map((month) => month.sizeBytes))
      const result = { months, rows, sizeBytes }
      if (first === undefined) return printDone(`No month is older than ${kept} months.`, result, deps)
      if (deps.format === 'table') deps.out(tableOf(months))
      const range = first === last ? first : `${first} to ${last}`
      const what = `${counted(months.length, 'month')} (${range}) with ${counted(rows, 'row')} of users, ${bytes(sizeBytes)}`
      await confirm(`Permanently delete ${what}?`, isYes, deps)
      for (const [at, { month }] of months.entries()) {
        await server.deleteMonth(month)
        // If a later month fails, this shows how far the command got.
        if (at + 1 < months.length) noteTo(deps.err, `Deleted ${month}.`)
      }
      return printDone(`Deleted ${what}.`, result, deps)
    }),
})
