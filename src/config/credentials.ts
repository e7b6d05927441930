import type { Env } from '../base/env.ts'
import { AppError } from '../base/errors.ts'
import { parseAddress } from './address.ts'

/** A team's server that mirrors an organisation's history, and its own key. */
export type HistoryCredentials = {
  /** Address of the server, without a trailing slash. */
  url: string
  /** Sent to this server only, like the other key to its addresses only. */
  apiKey: string
  keySource: string
}

/** The addresses of an organisation, and its key. */
export type Credentials = {
  /** Address of the API host, without a trailing slash. */
  baseUrl: string
  /** Address of the application host, without a trailing slash; often the same. */
  appUrl: string
  /** Never shown, logged or put into an error. */
  apiKey: string
  /** Where the key came from, in words that help to find it: `QUARTERDECK_API_KEY`, `--key-stdin`, `demo`. */
  keySource: string
  /** The server that answers the history endpoints. @default the two addresses above answer everything */
  history?: HistoryCredentials | undefined
  /** Whether the key is in the environment or a file, so that the next start can read it quickly. @default false */
  isKeyQuickToRead?: boolean | undefined
  /** Name of the profile with these addresses. */
  profile?: string | undefined
  /** The part of a profile that environment variables override, as a sentence. */
  shadowed?: string | undefined
  /** Why every write is rejected, as the end of a sentence; undefined if writes are allowed. */
  whyReadOnly?: string | undefined
}

/** The key source of a demo's own service. */
export const DEMO_KEY = 'demo'

/** All keys, for a redactor. */
export const keysOf = ({ apiKey, history }: Credentials): string[] => (history ? [apiKey, history.apiKey] : [apiKey])

/** Hosts of the addresses: the vendor's, and the team's if there is one. If they are equal, each with its path. */
export const hostsOf = ({ baseUrl, history }: Credentials): { vendor: string; history?: string } => {
  const vendor = new URL(baseUrl)
  if (!history) return { vendor: vendor.host }
  const team = new URL(history.url)
  const shown = ({ host, pathname }: URL): string => (vendor.host === team.host ? host + pathname : host)
  return { vendor: shown(vendor), history: shown(team) }
}

/** Whether a key belongs to a demo. A demo stores nothing on disk. */
export const isDemo = ({ keySource }: Credentials): boolean => keySource === DEMO_KEY

/** Why a run with --read-only writes nothing. */
export const READ_ONLY_RUN = '--read-only rejects every write; omit it'

/** Why a text is not a key, as the end of a sentence; undefined if it can be one. A key is visible ASCII characters. */
export const keyProblem = (key: string): string | undefined => {
  if (key === '') return 'is empty; set it to an API key'
  if (!/^[\x21-\x7e]+$/.test(key))
    return 'contains a character that API keys never have (a space, a line break or a non-ASCII character); copy the key again'
  return undefined
}

/**
 * Parses the text of a key. Removes one newline at the end; the rest must be visible ASCII, because the HTTP library
 * rejects other header values and prints them. `source` names the source of the text. Throws AppError('usage'), whose
 * message never contains the text.
 */
export const parseApiKey = (text: string, source: string): string => {
  const key = text.replace(/\r?\n$/, '')
  const problem = keyProblem(key)
  if (problem !== undefined)
    throw new AppError('usage', `${source.charAt(0).toUpperCase()}${source.slice(1)} ${problem}.`)
  return key
}

/**
 * Reads credentials from the environment: `QUARTERDECK_BASE_URL`, `QUARTERDECK_APP_URL` (default: the base address) and
 * `QUARTERDECK_API_KEY`, and those of a team's server, `QUARTERDECK_HISTORY_URL` and `QUARTERDECK_HISTORY_API_KEY`.
 * Undefined if none of the first four is set; an empty variable counts as not set. Throws AppError('usage') that names
 * the variable if one is missing or invalid.
 */
export const credentialsFromEnv = (env: Env): Credentials | undefined => {
  const { QUARTERDECK_BASE_URL: base, QUARTERDECK_APP_URL: app, QUARTERDECK_API_KEY: key } = env
  if (!base && !app && !key && !env.QUARTERDECK_HISTORY_URL) return undefined
  if (!base && !app && !key)
    throw new AppError(
      'usage',
      'QUARTERDECK_HISTORY_URL is set without QUARTERDECK_BASE_URL: set both, or set historyUrl in the profile instead.',
    )
  if (!base) throw new AppError('usage', 'QUARTERDECK_BASE_URL is not set: set it to the address of the API.')
  if (!key) throw new AppError('usage', 'QUARTERDECK_API_KEY is not set: set it to an API key of the organisation.')
  const baseUrl = parseAddress(base, 'QUARTERDECK_BASE_URL')
  return {
    baseUrl,
    appUrl: app ? parseAddress(app, 'QUARTERDECK_APP_URL') : baseUrl,
    apiKey: parseApiKey(key, 'QUARTERDECK_API_KEY'),
    keySource: 'QUARTERDECK_API_KEY',
    history: historyFromEnv(env),
  }
}

const historyFromEnv = (env: Env): HistoryCredentials | undefined => {
  const { QUARTERDECK_HISTORY_URL: url, QUARTERDECK_HISTORY_API_KEY: key } = env
  if (!url) return undefined
  if (!key) throw new AppError('usage', "QUARTERDECK_HISTORY_API_KEY is not set: set it to a key of the team's server.")
  return {
    url: parseAddress(url, 'QUARTERDECK_HISTORY_URL'),
    apiKey: parseApiKey(key, 'QUARTERDECK_HISTORY_API_KEY'),
    keySource: 'QUARTERDECK_HISTORY_API_KEY',
  }
}
