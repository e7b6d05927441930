/** Whether `--data` names a PostgreSQL database instead of a file. */
export const isPostgresUrl = (data: string): boolean => /^postgres(?:ql)?:\/\//i.test(data)

/** The database and host of a URL, without its password. */
export const postgresPlace = (url: string): string => {
  const parsed = URL.parse(url)
  return parsed ? `the database ${parsed.pathname.slice(1)} on ${parsed.host || 'this machine'}` : 'the database'
}
