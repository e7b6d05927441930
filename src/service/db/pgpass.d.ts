/** The package has no types of its own. */
declare module 'pgpass' {
  /** Calls back with the password for a connection in the user's `.pgpass`; undefined if there is none. */
  const readPassword: (
    connection: { host: string; port: number; database: string | undefined; user: string | undefined },
    done: (password: string | undefined) => void,
  ) => void
  export default readPassword
}
