import { usageError } from '../../base/errors.ts'

/** One server of a database. */
export type ServerAddress = {
  /** As in the URL, with the port if it names one. */
  name: string
  /** The URL with this server only. */
  url: string
}

/** A database, and the servers that have a copy of it. */
export type PostgresAddress = { database: string; servers: readonly ServerAddress[] }

/** Whether `--data` names a PostgreSQL database instead of a file. */
export const isPostgresUrl = (data: string): boolean => /^postgres(?:ql)?:\/\//i.test(data)

const EXAMPLE = 'Write it as postgres://user@host,other-host:5433/database.'

/**
 * Parses a URL, which may name several hosts, as in libpq: `postgres://user@a,b:5433,[::1]/acme`. `URL` accepts only one.
 *
 * @throws AppError of kind `usage` if it is not valid or contains a password. The message cites no part of the URL,
 * because a wrong character may turn the password into a part of another name.
 */
export const parsePostgresUrl = (url: string): PostgresAddress => {
  const [, scheme = '', authority = '', path = '', query = ''] =
    /^(postgres(?:ql)?:\/\/)([^/?#]*)(?:\/([^?#]*))?(\?.*)?$/is.exec(url) ?? []
  if (scheme === '') throw usageError(`--data is not a valid URL of a database. ${EXAMPLE}`)
  const userEnd = authority.lastIndexOf('@')
  const user = authority.slice(0, userEnd + 1)
  if (user.includes(':') || /[?&]password=/i.test(query)) throw passwordError()
  if (path.includes('@') || query.includes('@'))
    throw usageError('--data has an @ behind its host. Remove any password, and write %40 for an @ in a name.')
  const hosts = authority.slice(userEnd + 1).split(',')
  if (/[?&](?:host|hostaddr|port)=[^&]*,/i.test(query))
    throw usageError(`--data lists several hosts behind the question mark. ${EXAMPLE}`)
  if (hosts.length > 1 && hosts.includes('')) throw usageError(`--data names an empty host. ${EXAMPLE}`)
  if (!hosts.every(isHost)) throw usageError(`--data names an invalid host or port. ${EXAMPLE}`)
  return {
    database: path,
    servers: hosts.map((host) => ({ name: host || 'this machine', url: `${scheme}${user}${host}/${path}${query}` })),
  }
}

/** A host name, an IPv4 address, an IPv6 address in brackets or an encoded path of a socket, and a port. */
const isHost = (host: string): boolean => {
  const [, port] = /^(?:[\w.~%-]*|\[[\da-f:.]+\])(?::(\d{1,5}))?$/i.exec(host) ?? [undefined, '0']
  return port === undefined || (Number(port) >= 1 && Number(port) <= 65_535)
}

const passwordError = (): Error =>
  usageError(
    '--data contains a password, which other users of this machine can read. Set PGPASSWORD, or write the password to ~/.pgpass.',
  )

/**
 * The database and its hosts, for messages.
 *
 * @throws AppError of kind `usage` if the URL is not valid.
 */
export const postgresPlace = (url: string): string => {
  const { database, servers } = parsePostgresUrl(url)
  return `the database ${database} on ${servers.map(({ name }) => name).join(', ')}`
}
