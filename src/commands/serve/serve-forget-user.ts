import { AppError, usageError } from '../../base/errors.ts'
import { counted } from '../../domain/text/format.ts'
import { safeText } from '../../domain/text/safe-text.ts'
import { confirm, yesOption } from '../kit/change.ts'
import { command } from '../kit/command.ts'
import { dataOption, type ForgottenUser, parseData, withServerData } from '../kit/server-data.ts'
import { printDone } from '../output/print-rows.ts'

/** `person_days 60, seats 1`. */
const countsOf = ({ rows }: ForgottenUser): string =>
  Object.entries(rows)
    .map(([table, count]) => `${table} ${count}`)
    .join(', ')

const namesOf = ({ ids, emails }: ForgottenUser): string => safeText([...new Set([...ids, ...emails])].join(', '))

export const serveForgetUser = command({
  name: 'serve forget-user',
  summary: 'Erase all data of a user from a server',
  description:
    "Deletes the user's days, seat, limit and audit events, and their part of each day's credits; other rows lose the id and the e-mail address. Totals of days stay. Salted hashes of both stay, so that a mirror does not store the user again. Shows the number of rows in each table and asks; without a terminal, pass --yes. Backups are not changed.",
  arguments: [{ name: 'id', help: 'id or e-mail address of the user' }],
  options: [dataOption, yesOption],
  formats: ['table', 'json'],
  pipeFormat: 'table',
  isLocal: true,
  examples: ['serve forget-user user_01hx --data acme.db', 'serve forget-user ann@example.com --data acme.db --yes'],
  parse: ({ args: [id = ''], options: { data, yes } }) => {
    if (id.trim() === '') throw usageError('The id of the user is empty.')
    return { id, data: parseData(data), isYes: yes }
  },
  run: ({ id, data, isYes }, deps): Promise<undefined> =>
    withServerData(data, deps, async (server) => {
      const found = await server.forgetUser(id, true)
      const total = Object.values(found.rows).reduce((sum, count) => sum + count, 0)
      if (total === 0)
        throw new AppError(
          'notFound',
          `No data of a user ${id} was found, so nothing was changed. Check the id, or use the e-mail address.`,
        )
      const what = `${counted(total, 'row')} (${countsOf(found)}) of ${namesOf(found)}`
      await confirm(`Permanently erase ${what}?`, isYes, deps)
      const erased = await server.forgetUser(id, false)
      return printDone(`Erased ${what}.`, erased, deps)
    }),
})
