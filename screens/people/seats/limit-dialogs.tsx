import { AppError } from '../../../src/base/errors.ts'
import { changeLimits, type LimitResult } from '../../../src/cache/load/management/change-limits.ts'
import { limitText, parseLimit } from '../../../src/domain/seats/limits.ts'
import { seatName } from '../../../src/domain/seats/seat-rows.ts'
import type { SeatRow } from '../../../src/domain/seats/seats.ts'
import { counted } from '../../../src/domain/text/format.ts'
import type { TextField } from '../../../src/ui/dialog/fields.ts'
import { Form } from '../../../src/ui/dialog/form.tsx'
import { useChange, useOpenDialog, useQueries, useRequestTexts } from '../../kit/dialogs/use-change.ts'
import { shellWord } from '../../kit/export/command-options.ts'
import { useSession } from '../../kit/session/session.ts'
import { useLastRow } from '../../kit/session/use-last-row.ts'

const GLOBAL_PATH = '/api/v0/organization/usage/limits/global'
const USERS_PATH = '/api/v0/organization/usage/limits/users'
const HOW_TO_CHECK = 'Check before retrying: press R to refresh, or run qd limits list.'
/** Rows of users in the dialog. */
const MAX_SHOWN = 6

const limitField = (value: number | undefined): TextField & { name: 'limit' } => ({
  is: 'text',
  name: 'limit',
  label: 'credits',
  value: value === undefined ? 'none' : String(value),
  isReplaced: true,
  check: (text) => {
    const typed = parseLimit(text)
    return typed.is === 'wrong' ? typed.why : undefined
  },
  hint: () => 'per billing month, 2M, or none',
})

const limitIn = (text: string): number | null => {
  const typed = parseLimit(text)
  return typed.is === 'limit' ? typed.limit : null
}

const commandOf = (limit: number | null, target: string): string =>
  limit === null ? `limits clear ${target}` : `limits set ${limit} ${target}`

/** Changes the own limit of users. Shows it before and after, and then the result of each user. */
export const LimitDialog = ({
  rows,
  global,
  onChanged,
}: {
  rows: readonly SeatRow[]
  global: number | undefined
  onChanged: () => void
}) => {
  const queriesOf = useQueries()
  const openDialog = useOpenDialog()
  const { actions } = useSession()
  const { showNotice } = useLastRow()
  const requestTexts = useRequestTexts()
  const [first] = rows
  const who = rows.length === 1 && first ? seatName(first) : counted(rows.length, 'user')
  return (
    <Form
      title={`Limit of ${who}`}
      fields={[limitField(first?.isOwnLimit ? first.limit : undefined)]}
      table={({ limit }) => {
        const after = parseLimit(limit)
        const afterText =
          after.is === 'wrong' ? '?' : after.limit === null ? `${limitText(global)}, global` : limitText(after.limit)
        const shown = rows.slice(0, MAX_SHOWN)
        const more = rows.length - shown.length
        return {
          columns: ['user', 'before', 'after'],
          rows: [
            ...shown.map((row) => [
              seatName(row),
              `${limitText(row.limit)}${row.limit === undefined || row.isOwnLimit ? '' : ', global'}`,
              afterText,
            ]),
            ...(more > 0 ? [[`and ${counted(more, 'other user')}`, '', afterText]] : []),
          ],
        }
      }}
      request={requestTexts('PUT', USERS_PATH)}
      doing="changing limits"
      send={async ({ limit: text }, { signal }) => {
        const queries = queriesOf()
        if (!queries) throw new AppError('failed', 'Not connected yet: nothing was sent.')
        const limit = limitIn(text)
        const emails = rows.flatMap(({ email }) => email ?? [])
        const target = emails.map((email) => `--user ${shellWord(email)}`).join(' ')
        const action = actions.start({
          what: 'change limit',
          target: `${who}: ${limitText(limit)}`,
          command: commandOf(limit, target),
          mayHaveNames: true,
        })
        signal.addEventListener('abort', () => action.follow())
        const results = await changeLimits(queries.change, emails, limit)
        const failed = results.filter(({ is }) => is !== 'changed')
        if (failed.length === 0) {
          action.end({ is: 'done' })
          onChanged()
          showNotice(`Changed the limit of ${who}.`)
          return undefined
        }
        const isUnknown = failed.some(({ is }) => is === 'unknown')
        const summary = `${counted(results.length - failed.length, 'limit')} changed, ${failed.length} not.`
        const error = new AppError(isUnknown ? 'outcomeUnknown' : 'failed', `${summary} ${failed[0]?.why ?? ''}`)
        action.end({ is: isUnknown ? 'unknown' : 'failed', error })
        if (!signal.aborted)
          openDialog(loadNoticeDialog, { title: 'Limits', messages: resultMessages(summary, failed, isUnknown) })
        return 'stay'
      }}
    />
  )
}

const resultMessages = (summary: string, failed: readonly LimitResult[], isUnknown: boolean) => [
  { variant: 'warning' as const, text: summary },
  ...failed.slice(0, MAX_SHOWN).map(({ email, is, why }) => ({
    variant: 'error' as const,
    text: `${email}: ${is}${why === undefined ? '' : `, ${why}`}`,
  })),
  ...(failed.length > MAX_SHOWN ? [{ variant: 'info' as const, text: `and ${failed.length - MAX_SHOWN} more` }] : []),
  ...(isUnknown ? [{ variant: 'info' as const, text: HOW_TO_CHECK }] : []),
]

/** Changes the limit of all users without a limit of their own. */
export const GlobalLimitDialog = ({ before }: { before: number | undefined }) => {
  const change = useChange()
  const requestTexts = useRequestTexts()
  return (
    <Form
      title="Global limit"
      fields={[limitField(before)]}
      table={({ limit }) => {
        const after = parseLimit(limit)
        return {
          columns: ['before', 'after'],
          rows: [[limitText(before), after.is === 'wrong' ? '?' : limitText(after.limit)]],
        }
      }}
      request={requestTexts('PUT', GLOBAL_PATH)}
      doing="changing the limit"
      send={async ({ limit: text }, { signal }) => {
        const limit = limitIn(text)
        const action = {
          what: 'change limit',
          target: `global: ${limitText(limit)}`,
          command: commandOf(limit, '--global'),
        }
        const done = () => `Changed the global limit to ${limitText(limit)}.`
        const made = await change(
          'setGlobalLimit',
          { body: { limit } },
          { action, done, howToCheck: HOW_TO_CHECK, signal },
        )
        return made.next
      }}
    />
  )
}

const loadNoticeDialog = async () => (await import('../../../src/ui/dialog/notice-dialog.tsx')).NoticeDialog
