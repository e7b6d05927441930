import type { Client } from '../../../client/client.ts'
import type { EndpointName } from '../../../contract/endpoints.ts'
import { requestLines } from '../../../contract/request-lines.ts'
import type { Ledger } from '../../ledger/open-ledger.ts'
import { isRefusal } from './load-errors.ts'

/** The ledger tables of each read endpoint. A rejected change does not affect read permissions. */
const tablesOfEndpoint: Partial<Record<EndpointName, Parameters<Ledger['purge']>>> = {
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
 * Wraps a client so that a 401 or 403 deletes cached data before the error is passed on: a 401 deletes all data of the
 * key, a 403 deletes the data of the same endpoint, and both delete the saved frames of the explorer. `openLedger` is
 * called at the first 401 or 403.
 */
export const purgingClient = <C extends Caller>(client: C, openLedger: () => Ledger | Promise<Ledger>): C => {
  const purge = async (error: unknown, endpoint: EndpointName | undefined): Promise<void> => {
    if (!isRefusal(error)) return
    const ledger = await openLedger()
    ledger.purge(...(error.status === 401 ? (['all'] as const) : ((endpoint && tablesOfEndpoint[endpoint]) ?? [])))
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

/** The endpoint of a path that the user typed. */
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
