import { toJson } from '../../domain/output/output.ts'
import { ndjsonText } from './print-rows.ts'
import type { RawRow } from './row-layout.ts'

/** Writes rows as they come. */
export type RowStream = {
  writeRows: (rows: readonly RawRow[]) => void
  /** Called once, with the members of the envelope besides its rows. */
  end: (envelope: RawRow) => void
}

/** One row a line; the envelope is left out. */
export const createNdjsonStream = (out: (text: string) => void): RowStream => ({
  writeRows: (rows) => out(ndjsonText(rows)),
  end: () => {},
})

/** One line of JSON: the rows first, in the member `rowsMember`, then the other members of the envelope. */
export const createEnvelopeStream = (rowsMember: string, out: (text: string) => void): RowStream => {
  let isFirst = true
  const start = (): string => (isFirst ? `{${toJson(rowsMember)}:[` : ',')
  return {
    writeRows: (rows) => {
      if (rows.length === 0) return
      out(start() + rows.map((row) => toJson(row)).join(','))
      isFirst = false
    },
    end: ({ [rowsMember]: _, ...others }) => {
      const rest = toJson(others).slice(1)
      out(`${isFirst ? start() : ''}]${rest === '}' ? rest : `,${rest}`}\n`)
    },
  }
}
