import { type ComponentType, createContext, useContext } from 'react'
import { AppError } from '../../../src/base/errors.ts'
import type { KnownKind } from '../../../src/cache/ledger/ledger.ts'
import type { ChangeAnswer, ChangeName, ChangeRequest } from '../../../src/cache/load/management/change.ts'
import type { Queries } from '../../../src/cache/query/query-client.ts'
import { useSession, useSessionState } from '../session/session.ts'
import { useLastRow } from '../session/use-last-row.ts'

/** Loads a dialog. One and the same function each time, so that it is loaded once: a constant beside what opens it. */
export type LoadDialog<Props> = () => Promise<ComponentType<Props>>

/** Opens a dialog over the screen, in place of the one that is open. Keys typed before it is loaded wait for it. */
export type OpenDialog = <Props extends object>(load: LoadDialog<Props>, props: Props) => void

export const OpenDialogContext = createContext<OpenDialog>(() => {})

export const useOpenDialog = (): OpenDialog => useContext(OpenDialogContext)

export type ChangeWords<Answer> = {
  /** What is done, as the list of jobs shows it where its outcome is unknown: `Edit build-01`. Untrusted text. */
  title: string
  /** What is told when it is done, in one sentence. */
  done: (answer: Answer) => string
  /** How to find out whether it was done, where nobody knows: a sentence. */
  look: string
  /** Of the dialog that sends it: aborted when that was left. */
  signal: AbortSignal
}

/** How the dialog of a change goes on: it closes, or something else stands in its place. */
export type Changed<Answer> = { next: undefined; answer: Answer } | { next: 'stay' }

const NOT_CONNECTED = 'Not connected yet: nothing was sent.'

/** The connection's queries; undefined while there is none. */
export const useQueries = (): (() => Queries | undefined) => {
  const session = useSession()
  return () => {
    const { connection } = session.get()
    return connection.is === 'ready' ? connection.queries : undefined
  }
}

/** Forgets an id on this machine, and says so. @param then - What is said behind the id. */
export const useForget = () => {
  const queriesOf = useQueries()
  const { tell } = useLastRow()
  return (kind: KnownKind, id: string, then = '.') => {
    queriesOf()?.forgetId(kind, id)
    tell(`Forgot ${id}${then}`)
  }
}

/**
 * Sends changes from dialogs, each once. What is refused is thrown for the dialog to show; where nobody knows whether it was done, a
 * dialog says so and how to look: the form does not come back, so that Enter cannot send it again.
 */
export const useChange = () => {
  const queriesOf = useQueries()
  const openDialog = useOpenDialog()
  const { jobs } = useSession()
  const { tell } = useLastRow()
  return async <N extends ChangeName>(
    name: N,
    request: ChangeRequest<N>,
    { title, done, look, signal }: ChangeWords<ChangeAnswer<N>>,
  ): Promise<Changed<ChangeAnswer<N>>> => {
    const queries = queriesOf()
    if (!queries) throw new AppError('failed', NOT_CONNECTED)
    const outcome = await queries.change(name, request)
    if (outcome.is === 'done') {
      tell(done(outcome.answer))
      return { next: undefined, answer: outcome.answer }
    }
    if (outcome.is === 'refused') throw outcome.error
    const { message, status } = outcome.error
    const what = status === undefined ? message : `${message} (status ${status})`
    // The list keeps it after the dialog is closed; its end is announced in the last row, also to a user who has left the dialog.
    jobs.start({ title, run: () => Promise.reject(new AppError('outcomeUnknown', `${what} ${look}`)) })
    if (signal.aborted) return { next: 'stay' }
    openDialog(loadNoticeDialog, {
      title: 'Outcome unknown',
      messages: [
        { variant: 'warning', text: `Sent, but no reply arrived; it may have been applied. ${what}` },
        { variant: 'info', text: look },
      ],
    })
    return { next: 'stay' }
  }
}

const loadNoticeDialog = async () => (await import('../../../src/ui/dialog/notice-dialog.tsx')).NoticeDialog

type Place = {
  /** Name of the profile; of the demo, what it is. */
  profile: string
  /** Of the API. @default nothing leaves this machine */
  host: string | undefined
}

/**
 * Where a request goes, for the last line of its dialog, the longest way to say it first: in a narrow window the path loses its
 * beginning.
 */
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

/** An id in the path of a shown request, as it is sent. One that holds half a character is refused when it is sent, and shown here. */
export const shownId = (id: string): string => encodeURIComponent(id.toWellFormed())

/** The same, to the organisation that is explored. */
export const useRequestTexts = () => {
  const profile = useSessionState('profile')
  const host = useSessionState('host')
  return (method: string, path: string, then?: string): string[] => requestTexts(method, path, { profile, host }, then)
}

/** What has to be typed before something is destroyed: its name, where every keyboard can type it; else its id. */
export const typedWord = (name: string | undefined, id: string): string =>
  name !== undefined && /^[!-~]([ -~]*[!-~])?$/.test(name) ? name : id
