import pg from 'pg'
import readPassword from 'pgpass'

/** Members of pg's client that its types leave out. */
type Internals = {
  password: unknown
  connection: NodeJS.EventEmitter & {
    stream: { destroy: () => void }
    connect: (portOrPath: number | string, host?: string) => void
    cancel: (processId: number, secretKey: unknown) => void
  }
  processID: number
  secretKey: unknown
}
const internalsOf = (client: object): Internals => client as Internals

/** How long a cancellation may take to reach the server, ms. */
const CANCEL_MS = 2_000

/** Days as the texts that they are in SQLite, and counts as numbers. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === pg.types.builtins.DATE) return String
    if (oid === pg.types.builtins.INT8) return Number
    return pg.types.getTypeParser(oid, format)
  }) as pg.CustomTypesConfig['getTypeParser'],
}

/** A client that reads the password from `.pgpass` if PGPASSWORD has none. pg does so itself, but prints a warning. */
export class PostgresClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ application_name: 'quarterdeck', types, ...config })
    const own = internalsOf(this)
    own.password ??= () =>
      new Promise((resolve) => {
        const { host, port, database, user } = this
        readPassword({ host, port, database, user }, resolve)
      })
    // Without a listener, a connection that is cut ends the process.
    this.on('error', () => {})
  }
}

/** Closes the connection at once. Its query fails. */
export const destroyConnection = (client: object): void => internalsOf(client).connection.stream.destroy()

/** Cancels the statement that a connection is running, through a second connection. Resolves once it is closed. */
export const cancelStatement = (url: string, client: object): Promise<void> =>
  new Promise((resolve) => {
    const canceler = new PostgresClient({ connectionString: url })
    const { connection } = internalsOf(canceler)
    const { processID, secretKey } = internalsOf(client)
    const timer = setTimeout(() => destroyConnection(canceler), CANCEL_MS)
    connection.on('error', () => {})
    connection.once('connect', () => connection.cancel(processID, secretKey))
    connection.once('end', () => {
      clearTimeout(timer)
      resolve()
    })
    if (canceler.host.startsWith('/')) connection.connect(`${canceler.host}/.s.PGSQL.${canceler.port}`)
    else connection.connect(canceler.port, canceler.host)
  })
