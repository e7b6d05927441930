import type { Readable } from 'node:stream'
import type { Env } from '../base/env.ts'
import { AppError } from '../base/errors.ts'
import { isLoopbackHost } from '../base/requests.ts'
import { ROLES } from '../contract/roles.ts'
import { safeText } from '../domain/text/safe-text.ts'
import type { AccessKeys } from './access/access-keys.ts'
import { urlHost } from './access/guard.ts'
import type { LogEntry } from './create-app.ts'
import { UnavailableError } from './db/db.ts'
import { dataFileWarning } from './db/open-store-file.ts'
import { isPostgresUrl, postgresPlace } from './db/postgres-url.ts'
import { countsText, type ImportReport, importFolder } from './import/import-folder.ts'
import { type MirrorSource, type ServiceOptions, type StoredIds, startService } from './start-service.ts'

export type ServeOptions = Pick<
  ServiceOptions,
  | 'host'
  | 'port'
  | 'data'
  | 'hasReplica'
  | 'demo'
  | 'keys'
  | 'isStrict'
  | 'publicUrl'
  | 'requestsPerMinute'
  | 'hasPseudonyms'
  | 'hasLiveNames'
  | 'mirror'
> & {
  /** A folder to import before requests are accepted. */
  importFrom?: string | undefined
  /** Whether to replace the keys in the data file. */
  newKeys?: boolean | undefined
  /** Print one line of JSON instead of text. */
  json?: boolean | undefined
  /** Print one line on standard error for each response. */
  verbose?: boolean | undefined
  /** Whether to exit when standard input ends. The service then ends with its parent process, even if that crashes. */
  endWithParent?: boolean | undefined
}

export type ServeDeps = {
  /** Writes whole lines to standard output. */
  out: (text: string) => void
  /** Writes whole lines to standard error. */
  err: (text: string) => void
  /** Unix milliseconds. */
  now: () => number
  /** Version of the program. */
  version?: string | undefined
  /** Ends the service when aborted: on Ctrl-C and SIGTERM. */
  signal: AbortSignal
  /** Standard input, for `endWithParent`. */
  input?: Readable | undefined
  /** Whether the parent process has ended, for `endWithParent`. */
  isOrphan?: (() => boolean) | undefined
}

/**
 * Runs `qd serve`: starts the service, prints its address and keys, and resolves after it has ended and everything is
 * closed.
 *
 * @throws AppError if an option or file is unusable, or if an import was rejected. A rejected import stores nothing.
 */
export const runServe = async (options: ServeOptions, deps: ServeDeps): Promise<void> => {
  const ended = whenEnded(options, deps)
  const warning = options.data === undefined || isPostgresUrl(options.data) ? undefined : dataFileWarning(options.data)
  if (warning !== undefined) deps.err(`${warning}\n`)
  const { importFrom, newKeys, json, verbose, endWithParent, mirror, ...own } = options
  const service = await startService({
    ...own,
    mirror: mirror && { ...mirror, ...mirrorNotes(deps) },
    renewKeys: newKeys,
    now: deps.now,
    version: deps.version,
    // Creating the demo blocks the event loop, so the end of standard input is not noticed meanwhile.
    onDay: () => {
      if (endWithParent && deps.isOrphan?.()) throw new AppError('interrupted', 'The parent process has ended.')
    },
    log: (entry) => {
      if (verbose || entry.error !== undefined) deps.err(logLine(entry))
    },
    prepare:
      importFrom === undefined
        ? undefined
        : async (store) => importOrThrow(await importFolder(store, importFrom, deps.now), deps),
  })
  try {
    deps.out(
      json
        ? `${JSON.stringify({ schema: 1, url: service.url, keys: service.keys, ids: service.ids })}\n`
        : startMessage(service, options),
    )
    await ended
  } finally {
    await service.close()
  }
}

const whenEnded = ({ endWithParent }: ServeOptions, { signal, input }: ServeDeps): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
    if (!endWithParent || input === undefined) return
    for (const event of ['end', 'close', 'error']) input.once(event, () => resolve())
    // Discard the input and only wait for its end.
    input.resume()
  })

/** Prints one line when a mirror fails, and one when it works again. */
const mirrorNotes = ({ err }: ServeDeps): Pick<MirrorSource, 'onRun' | 'onFailure'> => {
  let failing: string | undefined
  const show = (failure: string | undefined): void => {
    if (failure !== failing) err(`${safeText(`Mirror: ${failure ?? 'synchronised again.'}`, 'text')}\n`)
    failing = failure
  }
  return {
    onRun: (report) => show(Object.values(report).find(({ failure }) => failure !== undefined)?.failure),
    onFailure: (error) => {
      const isExpected = error instanceof AppError || error instanceof UnavailableError
      show(isExpected ? error.message : String((error as Error | undefined)?.stack ?? error))
    },
  }
}

const importOrThrow = (report: ImportReport, { err }: ServeDeps): void => {
  for (const line of report.refused) err(`${line}\n`)
  if (report.refused.length > 0)
    throw new AppError(
      'usage',
      'The import failed for the reasons above; nothing was stored. Correct the files and start again.',
    )
  err(`Imported ${countsText(report.imported) || 'nothing: the folder has no data'}.\n`)
}

const placeOf = (data: string): string => (isPostgresUrl(data) ? postgresPlace(data) : data)

type StartedService = { url: string; keys: Partial<AccessKeys>; ids: StoredIds }

const startMessage = ({ url, keys, ids }: StartedService, options: ServeOptions): string => {
  const lines = ROLES.flatMap((role) => (keys[role] === undefined ? [] : [`  ${role.padEnd(8)} ${keys[role]}`]))
  const shown =
    lines.length > 0
      ? ['Keys (shown only once):', ...lines]
      : [
          'Keys are shown only when they are created: qd serve keys add creates one, --new-keys replaces those of roles.',
        ]
  const where = options.data === undefined ? 'in memory, lost at exit' : `in ${placeOf(options.data)}`
  const isPrivate = options.host === undefined || isLoopbackHost(urlHost(options.host))
  const tls = isPrivate ? '' : 'Requests are not encrypted: put a proxy with TLS in front of this service.\n'
  return `Quarterdeck service at ${url} (data ${where}).\n${tls}${[...shown, ...idLines(ids)].join('\n')}\nPress Ctrl-C to stop.\n`
}

/** Maximum number of ids per kind to print. */
const SHOWN_IDS = 8

// Imported ids are untrusted text, and this is shown on a terminal.
const idLines = ({ computers, serviceAccounts, wikiRuns }: StoredIds): string[] => {
  const lines = Object.entries({ computers, 'service accounts': serviceAccounts, 'wiki runs': wikiRuns })
    .filter(([, ids]) => ids.length > 0)
    .map(([what, ids]) => {
      const more = ids.length > SHOWN_IDS ? [`and ${ids.length - SHOWN_IDS} more`] : []
      const shown = [...ids.slice(0, SHOWN_IDS).map((id) => safeText(id)), ...more]
      return `  ${what.padEnd(16)} ${shown.join(', ')}`
    })
  return lines.length === 0 ? [] : ['Ids:', ...lines]
}

// Any client chooses the path, and it is shown on a terminal.
const logLine = ({ requestId, method, path, status, error }: LogEntry): string => {
  const failure = error instanceof Error ? ` ${safeText(error.stack ?? error.message, 'text')}` : ''
  return `${safeText(method)} ${safeText(path)} ${status} ${requestId}${failure}\n`
}

/**
 * Reads keys from the environment: `QUARTERDECK_SERVE_KEY_OWNER`, and the same for MANAGER, MEMBER and GUEST. There is
 * no option for keys, because other users of the machine can read the arguments of a program.
 */
export const keysFromEnvironment = (environment: Env): Partial<AccessKeys> =>
  Object.fromEntries(
    ROLES.flatMap((role) => {
      const key = environment[`QUARTERDECK_SERVE_KEY_${role.toUpperCase()}`]
      return key === undefined || key === '' ? [] : [[role, key] as const]
    }),
  )
