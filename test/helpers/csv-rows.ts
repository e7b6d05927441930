/** Parses RFC 4180, independently of our writer. */
export const csvRows = (csv: string): string[][] => {
  const rows: string[][] = [[]]
  for (const [, quoted, bare = '', end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? bare)
    if (end === '\r\n') rows.push([])
  }
  return rows.slice(0, -1)
}

/** A spreadsheet runs a cell that begins with one of these signs. A negative number is data. */
export const FORMULA = /^[=@\t\r\n＝＋－＠]|^[+-](?![\d.]+(?:,|$))/
