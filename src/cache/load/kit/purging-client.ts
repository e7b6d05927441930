import type { Client } from '../../../client/client.ts'
import type { EndpointName } from '../../../contract/endpoints.ts'
import { requestLines } from '../../../contract/request-lines.ts'
import type { Ledger } from '../../ledger/open-ledger.ts'
import { isRefusal } from './load-errors.ts'

/** What the ledger holds of the answers to reads. That a change is refused says nothing of what may be read. */
const heldOf: Partial<Record<EndpointName, Parameters<Ledger['purge']>>> = {
  credits: ['credits', 'creditsByModel'],
  tools: ['tools', 'toolsByName'],
  activity: ['activity', 'activityByClient'],
  productivity: ['productivity'],
  users: ['users'],
  readinessReports: ['reports'],
  controlsHistory: ['revisions'],
  serviceAccountKeys: ['serviceAccounts'],
  computers: ['computers'],
  computer: ['computers'],
  computerByName: ['computers'],
  exportWiki: ['wikiRuns'],
  wikiRuns: ['wikiRuns'],
  wikiRun: ['wikiRuns'],
  wikiHistory: ['wikiRuns'],
}

type Caller = Pick<Client, 'call' | 'download'> & Partial<Pick<Client, 'send' | 'downloadPath'>>

/**
 * The same client, whose refusals delete what the ledger holds before they are handed on: on 401 everything of the key, on 403 what
 * came from the same endpoint, and the pictures of the explorer always. `openLedger` is called at the first refusal.
 */
export const purgingClient = <C extends Caller>(client: C, openLedger: () => Ledger | Promise<Ledger>): C => {
  const purge = async (error: unknown, endpoint: EndpointName | undefined): Promise<void> => {
    if (!isRefusal(error)) return
    const ledger = await openLedger()
    ledger.purge(...(error.status === 401 ? (['all'] as const) : ((endpoint && heldOf[endpoint]) ?? [])))
  }
  const guarded = <Answer>(answer: Promise<Answer>, endpoint: EndpointName | undefined): Promise<Answer> =>
    answer.catch(async (error) => {
      await purge(error, endpoint)
      throw error
    })
  const { send, downloadPath } = client
  const own: Caller = {
    call: (name, ...rest) => guarded(client.call(name, ...rest), name),
    download: (name, ...rest) => guarded(client.download(name, ...rest), name),
    ...(send && {
      send: async (request, options) => {
        const reply = await send(request, options)
        await purge(reply.error, endpointAt(request.method, request.path))
        return reply
      },
    }),
    ...(downloadPath && {
      downloadPath: (path, ...rest) => guarded(downloadPath(path, ...rest), endpointAt('GET', path)),
    }),
  }
  return { ...client, ...own }
}

/** Whose path it is that people have typed. */
const endpointAt = (method: string, typed: string): EndpointName | undefined => {
  const steps = (typed.split(/[?#]/)[0] ?? '').split('/')
  const isAt = (path: string | undefined): boolean => {
    const wanted = path?.split('/') ?? []
    return wanted.length === steps.length && wanted.every((step, at) => step.startsWith('{') || step === steps[at])
  }
  const names = Object.keys(requestLines) as EndpointName[]
  return names.find((name) => {
    const row = requestLines[name]
    return row.method === method.toUpperCase() && (isAt(row.path) || isAt(row.newerPath))
  })
}
