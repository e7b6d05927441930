import { AppError } from '../../../base/errors.ts'
import type { Client } from '../../../client/client.ts'
import type { Computer } from '../../../contract/computers.ts'
import type { Lenient } from '../../../contract/lenient.ts'
import { isExtension } from '../../../contract/offered-extensions.ts'
import type { Change, ChangeAnswer, ChangeName, ChangeOutcome, ChangeRequest } from './change.ts'
import type { ManagementDeps } from './management-deps.ts'

export type CarryOutDeps = ManagementDeps & {
  /** Whether every change is refused. */
  isReadOnly: boolean
  forgetWikiRun: (id: string) => void
}

const READ_ONLY =
  'Nothing was sent, as this is read-only: leave out --read-only, or use a profile that may change things.'
const OFFLINE = 'Nothing was sent: changes need the server, so leave out --offline.'

/** See {@link Change}. */
export const createCarryOut = (deps: CarryOutDeps): Change => {
  const { client, ledger, organisation, isReadOnly, computers, forgetWikiRun } = deps

  /** Takes along what the answer tells, so that it is known where the server has no list. */
  const learn = <N extends ChangeName>(name: N, { params }: AnyRequest, answer: ChangeAnswer<N>): void => {
    if (name === 'deleteComputer') computers.forget(params?.computerId ?? '')
    else if (name === 'deleteWiki') forgetWikiRun(params?.wikiRunId ?? '')
    else if (answersComputer.has(name)) computers.take([{ id: params?.computerId, ...(answer as Lenient<Computer>) }])
    else if (params?.serviceAccountId !== undefined)
      ledger.rememberIds(
        'serviceAccounts',
        [{ id: params.serviceAccountId, name: undefined }],
        'seen',
        organisation.now(),
      )
  }

  return async (name, request, { signal, onRetry } = {}) => {
    if (isReadOnly) return { is: 'refused', error: new AppError('usage', READ_ONLY) }
    if (!client) return { is: 'refused', error: new AppError('usage', OFFLINE) }
    try {
      const missing = await whyMissing(deps, name)
      if (missing) return { is: 'refused', error: missing }
      const reply = await send(client, name, request, { signal, onRetry })
      organisation.timeOf(reply)
      learn(name, request as AnyRequest, reply.body)
      return { is: 'done', answer: reply.body }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return outcomeOf(error)
    }
  }
}

type AnyRequest = { params?: { computerId?: string; wikiRunId?: string; serviceAccountId?: string } }

/** Changes that live services answer with the computer as it is then. */
const answersComputer: ReadonlySet<ChangeName> = new Set(['updateComputer', 'installDependencies', 'createComputer'])

type Sent<N extends ChangeName> = Promise<{ body: ChangeAnswer<N>; serverDate: number | undefined }>

// Name and request belong together, which the compiler cannot follow through all endpoints at once.
const send = <N extends ChangeName>(
  client: Pick<Client, 'call'>,
  name: N,
  request: ChangeRequest<N>,
  options: Parameters<Client['call']>[2],
): Sent<N> => client.call(name, request as never, options) as unknown as Sent<N>

// Whatever it ends with, nothing was sent.
const whyMissing = async ({ extensions: offered }: ManagementDeps, name: ChangeName): Promise<AppError | undefined> => {
  if (!isExtension(name)) return undefined
  try {
    const { data } = await offered()
    if (data.some((extension) => extension === name)) return undefined
    return new AppError('notFound', 'This server does not have that: its description of the API does not name it.')
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

/** A gateway's 5xx does not tell whether the server behind it has done what was asked. */
const outcomeOf = (error: AppError): Exclude<ChangeOutcome<never>, { is: 'done' }> => {
  if (error.kind === 'outcomeUnknown') return { is: 'unknown', error }
  if ((error.status ?? 0) < 500) return { is: 'refused', error }
  const { message, request, status, title, detail, requestId } = error
  const options = { request, status, title, detail, requestId, cause: error }
  return { is: 'unknown', error: new AppError('outcomeUnknown', message, options) }
}
