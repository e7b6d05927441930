/** Node 22 prints a warning that its SQLite is experimental, which means nothing to a user of this program. */
export const hideSqliteWarning = (): void => {
  const { emitWarning } = process
  process.emitWarning = ((warning: string | Error, ...details: []) => {
    if (!String(warning).startsWith('SQLite is an experimental feature')) emitWarning.call(process, warning, ...details)
  }) as typeof emitWarning
}
