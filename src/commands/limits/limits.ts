import { AppError, usageError } from '../../base/errors.ts'
import { changeLimits, type LimitResult } from '../../cache/load/management/change-limits.ts'
import { limitText, parseLimit } from '../../domain/seats/limits.ts'
import { SEAT_COLUMNS, SEAT_SORTS, seatJson, seatOutput, seatSorts, seatTable } from '../../domain/seats/seat-rows.ts'
import { INACTIVE_DAYS, limitsOf } from '../../domain/seats/seats.ts'
import { counted } from '../../domain/text/format.ts'
import { safeText } from '../../domain/text/safe-text.ts'
import { confirm, sendChange, yesOption } from '../kit/change.ts'
import { command, type Deps } from '../kit/command.ts'
import { callOptions, loadOptions } from '../kit/load-options.ts'
import { limitCells, loadSeats, seatList } from '../kit/load-seats.ts'
import { noteTo } from '../kit/notes.ts'
import type { OptionRow } from '../kit/option-row.ts'
import { listCommand } from '../output/list-command.ts'
import { printRows } from '../output/print-rows.ts'
import { pseudonymsOption } from '../output/pseudonyms.ts'
import { columnsOf, type RowLayout } from '../output/row-layout.ts'

const list = listCommand({
  ...seatList,
  name: 'limits list',
  summary: 'List credit limits with use and forecast (if supported)',
  reads: true,
  description:
    'Lists the users who have a limit, their own or the global one, with the credits of the billing month and the day on which they are expected to reach it.',
  example: 'own=yes used>80 reaches<=2026-11-30',
  options: [pseudonymsOption] as const satisfies readonly OptionRow[],
  layout: {
    columns: [
      ...columnsOf('text', { email: 'USER' }),
      ...columnsOf('count', { limit: 'LIMIT' }),
      ...columnsOf('text', { hasOwnLimit: 'OWN' }),
      ...columnsOf('count', { monthCredits: 'USED' }),
      ...columnsOf('text', { usedOfLimit: 'OF LIMIT', forecast: 'FORECAST' }),
    ],
    members: SEAT_COLUMNS,
  },
  examples: ['limits list', "limits list --where 'used>80' --exit-code", 'limits list --where own=yes --format csv'],
  table: (now) => seatTable(now, INACTIVE_DAYS),
  sorts: { ...seatSorts, names: SEAT_SORTS, defaultSort: 'used' },
  parse: ({ options }) => options.pseudonyms,
  load: async (isPseudonymous, deps) => {
    const { data, seatPrice, ...loaded } = await loadSeats(deps, isPseudonymous)
    if (data.limitsProblem !== undefined) throw new AppError('refused', `Limits are unknown: ${data.limitsProblem}`)
    const rows = data.rows.filter(({ limit }) => limit !== undefined)
    return {
      ...loaded,
      rows: seatSorts.sorted(rows, seatSorts.begin('used')),
      print: (chosen) => {
        const printed = chosen.map((row) => seatOutput(row, { inactiveDays: INACTIVE_DAYS, price: seatPrice }))
        const cells = chosen.map((row, at) => ({
          ...printed[at],
          hasOwnLimit: row.isOwnLimit ? 'own' : 'global',
          ...limitCells(row, data),
        }))
        const users = printed.map(seatJson)
        const envelope = {
          globalLimit: data.globalLimit ?? null,
          users,
          lastDay: data.lastDay,
          month: data.month,
        }
        return { rows: deps.format === 'table' ? cells : deps.format === 'ndjson' ? users : printed, envelope }
      },
      notes: () => [
        `Global limit: ${limitText(data.globalLimit)}, billing month ${data.month.from} to ${data.month.to}.`,
      ],
    }
  },
})

const targetOptions = [
  { flags: '--user <email>', help: 'a user (repeatable)', isRepeatable: true, completes: 'person' },
  { flags: '--global', help: 'the limit of all other users' },
  yesOption,
] as const satisfies readonly OptionRow[]

type Target = { emails: readonly string[]; isGlobal: boolean; isYes: boolean; limit: number | null }

const parseTarget = (
  { user, global: isGlobal, yes }: { user: readonly string[]; global: boolean; yes: boolean },
  limit: number | null,
): Target => {
  const emails = [...new Map(user.map((email) => [email.trim().toLowerCase(), email.trim()])).values()]
  if (isGlobal === emails.length > 0) throw usageError('Pass --user for one or more users, or --global.')
  if (emails.includes('')) throw usageError('--user is empty: use an e-mail address.')
  return { emails, isGlobal, isYes: yes, limit }
}

const resultLayout: RowLayout = {
  columns: columnsOf('text', { email: 'USER', result: 'RESULT', limit: 'LIMIT', error: 'ERROR' }),
  members: ['email', 'result', 'limit', 'error'],
}

const HOW_TO_CHECK = 'Check with qd limits list.'

const set = command({
  name: 'limits set',
  summary: 'Set the credit limit of users (if supported)',
  description:
    'Prints the limit before and after, and asks for confirmation. Up to 100 users are sent in a request, and each request once. A user may fail while others are changed: then qd exits with 1, or with 6 if the outcome is unknown.',
  arguments: [{ name: 'limit', help: 'credits per billing month, at least 1000000' }],
  options: targetOptions,
  members: resultLayout.members,
  examples: ['limits set 2000000 --user a.chen@northwind.example', 'limits set 5M --global --yes'],
  parse: ({ args: [text = ''], options }) => {
    const typed = parseLimit(text)
    if (typed.is === 'wrong') throw usageError(`The limit ${typed.why}.`)
    if (typed.limit === null) throw usageError('To remove a limit, use qd limits clear.')
    return parseTarget(options, typed.limit)
  },
  run: (target, deps) => runChange(target, deps),
})

const clear = command({
  name: 'limits clear',
  summary: 'Remove the credit limit of users (if supported)',
  description: 'A user without a limit of their own has the global one. Otherwise like qd limits set.',
  options: targetOptions,
  members: resultLayout.members,
  examples: ['limits clear --user a.chen@northwind.example', 'limits clear --global --yes'],
  parse: ({ options }) => parseTarget(options, null),
  run: (target, deps) => runChange(target, deps),
})

const runChange = async (target: Target, deps: Deps): Promise<number> => {
  const source = await deps.source()
  const { rows } = (
    await source.management.list(
      'userLimits',
      (body) => [limitsOf(body.globalLimit, body.userLimits ?? [])],
      loadOptions(deps),
    )
  ).data
  const { global, own } = rows[0] ?? limitsOf(undefined, [])
  if (target.isGlobal) return changeGlobal(target, global, deps)
  const changes = target.emails.map((email) => ({ email, before: own.get(email.toLowerCase()) }))
  for (const { email, before } of changes)
    noteTo(deps.err, `${safeText(email)}: ${limitText(before)} before, ${limitText(target.limit)} after.`)
  if ((await deps.credentials()).whyReadOnly === undefined)
    await confirm(
      `${target.limit === null ? 'Remove' : 'Set'} the limit of ${counted(changes.length, 'user')}?`,
      target.isYes,
      deps,
    )
  const results = await changeLimits(source.management.change, target.emails, target.limit, callOptions(deps))
  printResults(results, target.limit, deps)
  return 0
}

/** @throws AppError: `outcomeUnknown` or `failed` if a user was not changed. */
const printResults = (results: readonly LimitResult[], limit: number | null, deps: Deps): void => {
  const rows = results.map(({ email, is, why }) => ({
    email,
    result: is,
    limit: is === 'changed' ? limit : null,
    error: why ?? null,
  }))
  printRows({ rows, envelope: { users: rows }, layout: resultLayout }, deps)
  const not = results.filter(({ is }) => is !== 'changed')
  if (not.length === 0) return
  const message = `The limits of ${not.length} of ${counted(results.length, 'user')} were not changed.`
  if (not.some(({ is }) => is === 'unknown'))
    throw new AppError('outcomeUnknown', message, { howToCheck: HOW_TO_CHECK })
  throw new AppError('failed', message)
}

const changeGlobal = async ({ limit, isYes }: Target, before: number | undefined, deps: Deps): Promise<number> => {
  noteTo(deps.err, `Global limit: ${limitText(before)} before, ${limitText(limit)} after.`)
  const question = limit === null ? 'Remove the global limit?' : 'Set the global limit?'
  await sendChange(
    'setGlobalLimit',
    { body: { limit } },
    { question, isYes, destroys: true, howToCheck: HOW_TO_CHECK },
    deps,
  )
  const rows = [{ email: null, result: 'changed', limit, error: null }]
  printRows(
    {
      rows,
      envelope: { globalLimit: limit },
      layout: resultLayout,
      table: () => `Global limit: ${limitText(limit)}.\n`,
    },
    deps,
  )
  return 0
}

export const limitCommands = [list, set, clear]
