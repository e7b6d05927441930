import { masked } from '../../client/masked.ts'
import { toJson } from '../../domain/output/output.ts'
import type { Deps } from '../kit/command.ts'
import { noteTo } from '../kit/notes.ts'
import { choosePrinted, membersOf, pickMembers } from './columns.ts'
import { ndjsonText, printRows } from './print-rows.ts'
import type { RawRow, RowLayout } from './row-layout.ts'
import { type PrintDeps, type TextFormat, type TextWriter, textWriters } from './text-writers.ts'

/** Writes rows as they come. */
export type RowStream = {
  writeRows: (rows: readonly RawRow[]) => void
  /** Called once, with the members of the envelope besides its rows, and with what totals are of when not of everything. */
  end: (envelope: RawRow, part: string | undefined) => void
  /** Whether rows have gone out already. */
  hasWritten: () => boolean
}

type StreamDeps = Pick<Deps, 'outMasked' | 'redact'>

/** One row a line; the envelope is left out. */
export const createNdjsonStream = ({ outMasked, redact }: StreamDeps): RowStream => {
  let hasWritten = false
  return {
    writeRows: (rows) => {
      outMasked(ndjsonText(rows, redact))
      hasWritten ||= rows.length > 0
    },
    end: () => {},
    hasWritten: () => hasWritten,
  }
}

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
    hasWritten: () => !isFirst,
  }
}

/**
 * The same with those members alone that are asked for: which of them there are the first rows tell.
 *
 * @throws AppError for one that none of them has, when they are written.
 */
export const withColumns = (stream: RowStream, layout: RowLayout, wanted: readonly string[]): RowStream => {
  let first: RawRow[] = []
  let members: readonly string[] | undefined
  const write = (rows: readonly RawRow[]): void => {
    members ??= choosePrinted(layout, rows, wanted).members
    const shown = members
    stream.writeRows(rows.map((row) => pickMembers(row, shown)))
  }
  const writeFirst = (): void => {
    if (members === undefined) write(first)
    first = []
  }
  return {
    writeRows: (rows) => {
      if (members !== undefined) return write(rows)
      for (const row of rows) first.push(row)
      if (first.length >= LAID_OUT_TOGETHER) writeFirst()
    },
    end: (envelope, part) => {
      writeFirst()
      stream.end(envelope, part)
    },
    hasWritten: stream.hasWritten,
  }
}

/** Rows that are laid out together. By then all columns of a walk are known, but for what a newer server may add on its way. */
const LAID_OUT_TOGETHER = 5_000
/** Of those behind them. */
const WRITTEN_TOGETHER = 1_000

/**
 * Rows as text. A walk of no more rows than are laid out together is printed as {@link printRows} does; in a longer one the
 * first of them decide which columns there are.
 */
export const createTextStream = (format: TextFormat, layout: RowLayout, deps: PrintDeps): RowStream => {
  const { shownMembers } = deps.globals
  const out = format === 'csv' ? deps.outMasked : deps.out
  let kept: RawRow[] = []
  let chosen: RowLayout | undefined
  let known: Set<string> | undefined
  const late = new Set<string>()
  let write: TextWriter | undefined
  const flush = (end?: { part: string | undefined }): void => {
    const rows = masked(kept, deps.redact)
    kept = []
    chosen ??= shownMembers ? choosePrinted(layout, rows, shownMembers) : layout
    const { members } = chosen
    known ??= new Set(membersOf(rows, layout.members))
    if (!shownMembers) for (const row of rows) for (const name in row) if (!known.has(name)) late.add(name)
    const shown = shownMembers ? rows.map((row) => pickMembers(row, members)) : rows
    const tellAfter = (sentence: string): void => noteTo(deps.err, sentence)
    write ??= textWriters[format]({ first: shown, layout: chosen, deps, tellAfter })
    out(write(shown, end))
  }
  return {
    writeRows: (rows) => {
      for (const row of rows) {
        kept.push(row)
        if (kept.length === (write ? WRITTEN_TOGETHER : LAID_OUT_TOGETHER)) flush()
      }
    },
    end: (envelope, part) => {
      if (write === undefined) printRows({ rows: kept, envelope: { data: kept, ...envelope }, layout, part }, deps)
      else flush({ part })
      if (late.size > 0)
        noteTo(
          deps.err,
          `${[...late].join(', ')} came only after the first ${LAID_OUT_TOGETHER} rows and has no column: --format ndjson has everything.`,
        )
    },
    hasWritten: () => write !== undefined,
  }
}
