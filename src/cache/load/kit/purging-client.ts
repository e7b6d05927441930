import type { Client } from '../../../client/client.ts'
import { endpointAt } from '../../../client/request-url.ts'
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

type Caller = Pick<Client, 'call' | 'download'> &
  Partial<Pick<Client, 'text' | 'send' | 'downloadPath' | 'isSplit' | 'liveStream'>>

/** The tables of all endpoints of the server that answered this one. Another server has accepted its own key. */
const tablesOfKey = (endpoint: EndpointName, isHistory = requestLines[endpoint].isHistory ?? false) => {
  const names = Object.keys(tablesOfEndpoint) as EndpointName[]
  return names
    .filter((name) => (requestLines[name].isHistory ?? false) === isHistory)
    .flatMap((name) => tablesOfEndpoint[name] ?? [])
}

/**
 * Wraps a client so that a 401 or 403 deletes cached data before the error is passed on: a 401 deletes all data of the
 * key, a 403 deletes the data of the same endpoint, and both delete the saved frames of the explorer. `openLedger` is
 * called at the first 401 or 403.
 */
export const purgingClient = <C extends Caller>(client: C, openLedger: () => Ledger | Promise<Ledger>): C => {
  const targetsOf = (status: number | undefined, endpoint: EndpointName | undefined, isHistory?: boolean) => {
    if (status !== 401) return (endpoint && tablesOfEndpoint[endpoint]) ?? []
    // With two servers and an unknown path, the rejected key is unknown too.
    return client.isSplit && endpoint ? tablesOfKey(endpoint, isHistory) : (['all'] as const)
  }
  const purge = async (...[error, ...from]: [unknown, EndpointName | undefined, boolean?]): Promise<void> => {
    if (isRefusal(error)) (await openLedger()).purge(...targetsOf(error.status, ...from))
  }
  const guarded = <Answer>(
    answer: Promise<Answer>,
    ...from: [EndpointName | undefined, isHistory?: boolean]
  ): Promise<Answer> =>
    answer.catch(async (error) => {
      await purge(error, ...from)
      throw error
    })
  const { text, send, downloadPath } = client
  const own: Caller = {
    call: (name, request, options) => guarded(client.call(name, request, options), name, options?.isHistory),
    download: (name, ...rest) => guarded(client.download(name, ...rest), name),
    ...(text && { text: (name, request, options) => guarded(text(name, request, options), name, options?.isHistory) }),
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
