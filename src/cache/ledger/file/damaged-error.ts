/** What is kept cannot be read as what was written: the file is damaged, whatever SQLite says of it. */
export class DamagedError extends Error {
  override name = 'DamagedError'
}
