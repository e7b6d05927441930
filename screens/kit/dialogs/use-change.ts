import { type ComponentType, createContext, useContext } from 'react'
import { AppError } from '../../../src/base/errors.ts'
import type { KnownKind } from '../../../src/cache/ledger/ledger.ts'
import type { ChangeName, ChangeRequest, ChangeResponse } from '../../../src/cache/load/management/change.ts'
import type { Queries } from '../../../src/cache/query/query-client.ts'
import { shellWord } from '../export/command-options.ts'
import {
  type ActionResult,
  type ActionStart,
  type EndState,
  failureOf,
  type StartedAction,
} from '../session/actions.ts'
import { useSession, useSessionState } from '../session/session.ts'
import { useLastRow } from '../session/use-last-row.ts'

/** Loads a dialog. Must be a constant, because each function is called only once and its result is cached. */
export type LoadDialog<Props> = () => Promise<ComponentType<Props>>

/** Opens a dialog over the screen, in place of the open one. Keys typed before it is loaded are buffered. */
export type OpenDialog = <Props extends object>(load: LoadDialog<Props>, props: Props) => void

export const OpenDialogContext = createContext<OpenDialog>(() => {})

export const useOpenDialog = (): OpenDialog => useContext(OpenDialogContext)

export type ChangeAction = Pick<ActionStart, 'what' | 'target'> & {
  /** The command that repeats it. */
  command: string
}

export type ChangeTexts<Answer> = {
  /** The change in the action log. */
  action: ChangeAction
  /** The notice after success, one sentence. */
  done: (answer: Answer) => string
  /**
   * What follows on the server after the reply, and ends the action. The user may work elsewhere meanwhile.
   * @default the reply is the end
   */
  follow?: ((answer: Answer) => Followed | undefined) | undefined
  /** How to check whether the change was applied if its outcome is unknown, one sentence. */
  howToCheck: string
  /** Aborted when the user leaves the dialog that sends the change. */
  signal: AbortSignal
}

/** What a change has started on the server: the id of its subject, and its end. */
export type Followed = { subject: string; end: Promise<ActionResult> }

/** How the dialog of a change continues: it closes, or another dialog takes its place. */
export type Changed<Answer> = { next: undefined; answer: Answer } | { next: 'stay' }

const NOT_CONNECTED = 'Not connected yet: nothing was sent.'

/** The connection's queries; undefined until there is a connection. */
export const useQueries = (): (() => Queries | undefined) => {
  const session = useSession()
  return () => {
    const { connection } = session.get()
    return connection.is === 'ready' ? connection.queries : undefined
  }
}

/** The first word of the commands that store the ids of a kind. */
export const ID_COMMANDS: Record<KnownKind, string> = {
  computers: 'computers',
  serviceAccounts: 'keys',
  wikiRuns: 'wiki',
}

/** Deletes an id from this machine and shows a notice. @param then - The end of the notice, after the id. */
export const useRemoveId = () => {
  const queriesOf = useQueries()
  const { actions } = useSession()
  const { showNotice } = useLastRow()
  return (kind: KnownKind, id: string, then = '.') => {
    queriesOf()?.forgetId(kind, id)
    actions
      .start({ what: 'remove id', target: id, command: `${ID_COMMANDS[kind]} forget ${shellWord(id)}` })
      .end({ is: 'done' })
    showNotice(`Removed ${id}${then}`)
  }
}

/**
 * Sends changes from dialogs, each once. A rejected change throws, and the dialog shows the error. If the outcome is
 * unknown, another dialog explains that and how to check: the form does not return, so that Enter can't send the change
 * again.
 */
export const useChange = () => {
  const queriesOf = useQueries()
  const openDialog = useOpenDialog()
  const { actions } = useSession()
  const { showNotice } = useLastRow()
  return async <N extends ChangeName>(
    name: N,
    request: ChangeRequest<N>,
    { action: fields, done, follow, howToCheck, signal }: ChangeTexts<ChangeResponse<N>>,
  ): Promise<Changed<ChangeResponse<N>>> => {
    const queries = queriesOf()
    if (!queries) throw new AppError('failed', NOT_CONNECTED)
    const action = actions.start(fields)
    // The end is announced if the user has left the dialog, which would show it.
    signal.addEventListener('abort', () => action.follow())
    const outcome = await queries.change(name, request)
    if (outcome.is === 'done') {
      const rest = follow?.(outcome.answer)
      if (rest) endWith(action, rest)
      else action.end({ is: 'done' })
      if (!signal.aborted || rest) showNotice(done(outcome.answer))
      return { next: undefined, answer: outcome.answer }
    }
    if (outcome.is === 'refused') {
      action.end(refusalOf(outcome.error))
      throw outcome.error
    }
    const { message, status } = outcome.error
    const what = status === undefined ? message : `${message} (status ${status})`
    action.end({ is: 'unknown', error: new AppError('outcomeUnknown', `${what} ${howToCheck}`) })
    if (signal.aborted) return { next: 'stay' }
    openDialog(loadNoticeDialog, {
      title: 'Outcome unknown',
      messages: [
        { variant: 'warning', text: `Sent, but no reply arrived; it may have been applied. ${what}` },
        { variant: 'info', text: howToCheck },
      ],
    })
    return { next: 'stay' }
  }
}

/** Ends an action with a promise, and announces it. */
const endWith = (action: StartedAction, { subject, end }: Followed): void => {
  action.follow(subject)
  void end.then((result) => ({ is: 'done', ...result }) as const, failureOf).then(action.end)
}

/** The end of a change that was not applied. A change that was not even sent is refused, as in read-only mode. */
const refusalOf = (error: AppError): EndState =>
  error.kind === 'usage' && error.status === undefined ? { is: 'refused', error } : failureOf(error)

const loadNoticeDialog = async () => (await import('../../../src/ui/dialog/notice-dialog.tsx')).NoticeDialog

type Place = {
  /** Name of the profile; for the demo, a description. */
  profile: string
  /** Host of the API. @default the demo: nothing leaves this machine */
  host: string | undefined
}

/** Where a request goes, for the last line of its dialog. Longest text first; shorter ones cut the path's beginning. */
const requestTexts = (method: string, path: string, { profile, host }: Place, then = ', sent once'): string[] => {
  const on = ` on ${host ?? profile}`
  const parts = path.split('/').filter(Boolean)
  const ends = parts.slice(1).map((_, at) => `${method} …/${parts.slice(at + 1).join('/')}`)
  return [
    ...(host === undefined || host === profile ? [] : [`${method} ${path}${on} (${profile})${then}`]),
    ...[`${method} ${path}`, ...ends].map((request) => `${request}${on}${then}`),
    `${ends.at(-1) ?? method}${then}`,
  ]
}

/** An id in the path of a shown request. Lone surrogates are replaced here; sending such an id is rejected. */
export const shownId = (id: string): string => encodeURIComponent(id.toWellFormed())

/** {@link requestTexts} for the current organisation. */
export const useRequestTexts = () => {
  const profile = useSessionState('profile')
  const host = useSessionState('host')
  return (method: string, path: string, then?: string): string[] => requestTexts(method, path, { profile, host }, then)
}

/** What the user must type before something is destroyed: its name if that is printable ASCII, otherwise its id. */
export const confirmationText = (name: string | undefined, id: string): string =>
  name !== undefined && /^[!-~]([ -~]*[!-~])?$/.test(name) ? name : id
