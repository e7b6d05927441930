import { createContext, useContext } from 'react'
import { type OutputRow, toCsv, toJson, toMarkdownTable } from '../../../src/domain/output/output.ts'
import { safeFileName } from '../../../src/domain/text/safe-file-name.ts'
import type { Binding, Handlers } from '../../../src/ui/keys/bindings.ts'
import { useOffer } from '../offers/view-offers.ts'
import type { ActionStart } from '../session/actions.ts'
import { useSession } from '../session/session.ts'
import { useLastRow } from '../session/use-last-row.ts'

/** A format in which a view can be exported. */
export type ExportFormat = {
  /** Short and stable: `md`. */
  id: string
  /** Its title in the list of formats, where one of its letters selects it: `Markdown`. */
  title: string
  /** Extension of the file, without the dot. */
  extension: string
  /** The option with which the command of the view prints this format. @default it cannot print it */
  option?: string | undefined
  /** The whole text, with secrets masked and untrusted text escaped for this format. Called only when it is needed. */
  text: () => string
}

/** What a view can export. */
export type Exports = {
  /** A file name without extension: `controls-412-418`. */
  name: string
  formats: readonly ExportFormat[]
  /** The id of the format for the pager and the editor. @default the first format */
  shown?: string
}

/** The keys of every view that can export what it shows. */
export const exportKeys = [
  { keys: ['^s', 'E'], action: 'export', help: 'export to a file', group: 'Act', hint: 'export' },
  { keys: ['|'], action: 'page', help: 'open in your pager', group: 'Act' },
  { keys: ['e'], action: 'edit', help: 'open a copy in your editor', group: 'Act' },
] as const satisfies readonly Binding[]

/** Opens the choice of formats over the screen. `first` is the id of a preselected format. */
export const ExportContext = createContext<(exports: Exports, first?: string) => void>(() => {})

/**
 * The handlers of {@link exportKeys}.
 *
 * @param exports - Called when a key is pressed. Undefined: nothing to export yet; a string: a notice that explains why
 * not.
 */
export const useExports = (exports: () => Exports | string | undefined): Handlers<typeof exportKeys> => {
  const { outside, actions } = useSession()
  const { showNotice, showErrorOf } = useLastRow()
  const choose = useContext(ExportContext)
  const withExports = (act: (found: Exports) => void) => () => {
    const found = exports()
    if (typeof found === 'string') showNotice(found)
    else if (found && found.formats.length > 0) act(found)
    else showNotice('Nothing to export here.')
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
    page: withExports((found) => {
      const format = shownFormat(found)
      const action = exportAction('open in pager', found, format)
      showErrorOf(actions.track(action, () => outside.page(format.text())))
    }),
    edit: withExports((found) => {
      const format = shownFormat(found)
      const action = exportAction('open in editor', found, format)
      showErrorOf(actions.track(action, () => outside.edit(format.text(), fileNameOf(found, format))))
    }),
  }
}

/**
 * An export in the action log. Its command prints the same text, or what the view shows.
 *
 * @param target - @default the suggested file name
 */
export const exportAction = (
  what: string,
  exports: Exports,
  format: ExportFormat,
  target = fileNameOf(exports, format),
): ActionStart => ({
  what,
  target,
  command: (shown) => (shown === undefined || format.option === undefined ? shown : `${shown} ${format.option}`),
  mayHaveNames: true,
})

/** The suggested file name for this format. */
export const fileNameOf = ({ name }: Exports, { extension }: ExportFormat): string =>
  safeFileName(`${name}.${extension}`)

const shownFormat = ({ formats, shown }: Exports): ExportFormat =>
  formats.find(({ id }) => id === shown) ?? (formats[0] as ExportFormat)

export type ExportTable = {
  /** Complete values, not as they are shown. A missing member is unknown. */
  rows: readonly OutputRow[]
  /** Members in the order of their columns. */
  columns: readonly string[]
  /** The columns for Markdown: fewer, because people read it. @default all */
  readable?: readonly string[]
  /** A row for CSV and Markdown, where each value is a text. @default the row itself */
  toCells?: (row: OutputRow) => OutputRow
}

/** The formats of a table: CSV, JSON, NDJSON and Markdown. `table` is called when a text is needed. */
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
  option: `--format ${id}`,
  text,
})

/** A value as JSON. `value` is called when the text is needed. */
export const jsonFormat = (value: () => unknown): ExportFormat =>
  formatOf('json', 'JSON', () => `${toJson(value(), { indent: 2 })}\n`)

const cellsOf = ({ rows, toCells }: ExportTable): readonly OutputRow[] => (toCells ? rows.map(toCells) : rows)

/** The exports of a list; undefined if it has no rows. */
export const listExports = (name: string, table: ExportTable): Exports | undefined =>
  table.rows.length === 0 ? undefined : { name, formats: tableFormats(() => table), shown: 'md' }
