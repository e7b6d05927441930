import { masked } from '../../client/masked.ts'
import { toJson } from '../../domain/output/output.ts'
import type { Deps } from '../kit/command.ts'
import { ndjsonText } from './print-rows.ts'
import type { RawRow } from './row-layout.ts'

/** Writes rows as they come. */
export type RowStream = {
  writeRows: (rows: readonly RawRow[]) => void
  /** Called once, with the members of the envelope besides its rows. */
  end: (envelope: RawRow) => void
}

type StreamDeps = Pick<Deps, 'outMasked' | 'redact'>

/** One row a line; the envelope is left out. */
export const createNdjsonStream = ({ outMasked, redact }: StreamDeps): RowStream => ({
  writeRows: (rows) => outMasked(ndjsonText(rows, redact)),
  end: () => {},
})

/** One line of JSON: the rows first, in the member `rowsMember`, then the other members of the envelope. */
export const createEnvelopeStream = (rowsMember: string, { outMasked, redact }: StreamDeps): RowStream => {
  let isFirst = true
  const json = (value: unknown): string => toJson(masked(value, redact))
  const start = (): string => (isFirst ? `{${toJson(rowsMember)}:[` : ',')
  return {
    writeRows: (rows) => {
      if (rows.length === 0) return
      outMasked(start() + rows.map(json).join(','))
      isFirst = false
    },
    end: ({ [rowsMember]: _, ...others }) => {
      const rest = json(others).slice(1)
      outMasked(`${isFirst ? start() : ''}]${rest === '}' ? rest : `,${rest}`}\n`)
    },
  }
}
