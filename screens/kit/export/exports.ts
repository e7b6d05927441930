import { createContext, useContext } from 'react'
import { type OutputRow, toCsv, toJson, toMarkdownTable } from '../../../src/domain/output/output.ts'
import { safeFileName } from '../../../src/domain/text/safe-file-name.ts'
import type { Binding, Handlers } from '../../../src/ui/keys/bindings.ts'
import { useOffer } from '../offers/view-offers.ts'
import { useSession } from '../session/session.ts'
import { useLastRow } from '../session/use-last-row.ts'

/** One form in which a view is given away. */
export type ExportFormat = {
  /** Short and stable: `md`. */
  id: string
  /** What it is called in the list, of which a letter chooses it: `Markdown`. */
  title: string
  /** Of the file, without the dot. */
  extension: string
  /** The whole text, with secrets masked and foreign text safe for this form. Asked for when it is wanted. */
  text: () => string
}

/** What a view can give away. */
export type Exports = {
  /** A file name without extension: `controls-412-418`. */
  name: string
  formats: readonly ExportFormat[]
  /** The id of the format that the pager and the editor get. @default that of the first one */
  shown?: string
}

/** The keys of every view that can give away what it shows. */
export const exportKeys = [
  { keys: ['^s', 'E'], action: 'export', help: 'export to a file', group: 'Act', hint: 'export' },
  { keys: ['|'], action: 'page', help: 'open in your pager', group: 'Act' },
  { keys: ['e'], action: 'edit', help: 'open a copy in your editor', group: 'Act' },
] as const satisfies readonly Binding[]

/** Opens the choice of formats over the screen. `first` is the id of one that is chosen already. */
export const ExportContext = createContext<(exports: Exports, first?: string) => void>(() => {})

/**
 * What the keys of {@link exportKeys} do, for the handlers of a view.
 *
 * @param exports - Read when a key is pressed; undefined while there is nothing to export, a sentence where that has another reason.
 */
export const useExports = (exports: () => Exports | string | undefined): Handlers<typeof exportKeys> => {
  const { outside } = useSession()
  const { tell, orTell } = useLastRow()
  const choose = useContext(ExportContext)
  const withExports = (act: (found: Exports) => void) => () => {
    const found = exports()
    if (typeof found === 'string') tell(found)
    else if (found && found.formats.length > 0) act(found)
    else tell('Nothing to export here.')
  }
  useOffer({
    exports: {
      formats: () => {
        const found = exports()
        return typeof found === 'object' ? found.formats : []
      },
      choose: (id) => withExports((found) => choose(found, id))(),
    },
  })
  return {
    export: withExports((found) => choose(found)),
    page: withExports((found) => orTell(outside.page(shownFormat(found).text()))),
    edit: withExports((found) => {
      const format = shownFormat(found)
      orTell(outside.edit(format.text(), fileNameOf(found, format)))
    }),
  }
}

/** The name that a file of this format is offered under. */
export const fileNameOf = ({ name }: Exports, { extension }: ExportFormat): string =>
  safeFileName(`${name}.${extension}`)

const shownFormat = ({ formats, shown }: Exports): ExportFormat =>
  formats.find(({ id }) => id === shown) ?? (formats[0] as ExportFormat)

export type ExportTable = {
  /** Values in full, not as they are shown; a member that is missing is not known. */
  rows: readonly OutputRow[]
  /** Members in the order of their columns. */
  columns: readonly string[]
  /** Those of them that people read side by side. @default all */
  readable?: readonly string[]
  /** A row as cells of CSV and Markdown, where a value is a text. @default as it is */
  toCells?: (row: OutputRow) => OutputRow
}

/** The forms of a table: CSV, JSON, a row of JSON a line, and Markdown. Made when one is asked for. */
export const tableFormats = (table: () => ExportTable): ExportFormat[] => [
  formatOf('csv', 'CSV', () => {
    const all = table()
    return toCsv(cellsOf(all), all.columns)
  }),
  jsonFormat(() => table().rows),
  formatOf('ndjson', 'NDJSON', () => {
    const { rows } = table()
    return rows.map((row) => `${toJson(row)}\n`).join('')
  }),
  formatOf('md', 'Markdown', () => {
    const all = table()
    return toMarkdownTable(cellsOf(all), all.readable ?? all.columns)
  }),
]

export const formatOf = (id: string, title: string, text: () => string): ExportFormat => ({
  id,
  title,
  extension: id,
  text,
})

/** A value as JSON, made when it is asked for. */
export const jsonFormat = (value: () => unknown): ExportFormat =>
  formatOf('json', 'JSON', () => `${toJson(value(), { indent: 2 })}\n`)

const cellsOf = ({ rows, toCells }: ExportTable): readonly OutputRow[] => (toCells ? rows.map(toCells) : rows)

/** The rows of a list; undefined where there are none. */
export const listExports = (name: string, table: ExportTable): Exports | undefined =>
  table.rows.length === 0 ? undefined : { name, formats: tableFormats(() => table), shown: 'md' }
