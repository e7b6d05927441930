import { Box, Text } from 'ink'
import { Table as InkTable } from 'ink-table'
import { type ReactNode, useMemo } from 'react'
import { fit } from '../../domain/text/fit.ts'
import { safeText } from '../../domain/text/safe-text.ts'
import { withAsciiSigns } from '../../domain/text/signs.ts'
import { textWidth } from '../../domain/text/width.ts'
import { useDialogPlace } from './dialog-context.ts'

/** A few rows under headings. Each row has a cell per heading, and headings are unique. */
export type Info = { columns: readonly string[]; rows: readonly (readonly string[])[] }

/** A small table in a dialog, limited to its width: the values to send, steps, a summary. Not for lists. */
export const InfoTable = ({ columns, rows }: Info) => {
  const { width, theme } = useDialogPlace()
  const { Cell, Heading, data, key } = useMemo(() => {
    const cells = rows.map((row) => columns.map((_, x) => safeText(row[x] ?? '')))
    const widths = widthsOf([columns, ...cells], width - MARGIN)
    // The table component counts UTF-16 units, but terminals count cells, so cut and pad its text again.
    const cellText = (children: ReactNode, column: number) => {
      const text = fit(String(children).slice(PADDING).trimEnd(), widths[column] ?? 0)
      return theme.isAscii ? withAsciiSigns(text) : text
    }
    return {
      key: widths.join(' '),
      Cell: ({ column, children }: CellProps) => <Text>{`${cellText(children, column)}${GAP}`}</Text>,
      Heading: ({ column, children }: CellProps) => (
        <Text>{`${theme.muted(cellText(children, column).toUpperCase())}${GAP}`}</Text>
      ),
      data: cells.map((row) => Object.fromEntries(columns.map((name, x) => [name, row[x] ?? '']))),
    }
  }, [columns, rows, width, theme])
  return (
    <Box paddingLeft={3}>
      <InkTable
        // Remount the table when widths change, because it keeps its first cell components.
        key={key}
        data={data}
        columns={[...columns]}
        padding={PADDING}
        cell={Cell}
        header={Heading as never}
        skeleton={NoLines as never}
      />
    </Box>
  )
}

/** The number of rows that the table takes, including its headings. */
export const infoRows = ({ rows }: Info): number => rows.length + 1

type CellProps = { column: number; children?: ReactNode }

/** No lines between cells: spaces suffice. */
const NoLines = () => null

const PADDING = 1
const GAP = '  '
const MARGIN = 4

/** A width for each column, with a sum of at most `room`. The widest columns shrink first. */
export const widthsOf = (rows: readonly (readonly string[])[], room: number): number[] => {
  const widths = (rows[0] ?? []).map((_, x) => Math.max(1, ...rows.map((row) => textWidth(row[x] ?? ''))))
  const sum = () => widths.reduce((total, width) => total + width + GAP.length, 0)
  while (sum() > room) {
    const widest = widths.indexOf(Math.max(...widths))
    if ((widths[widest] ?? 0) <= 1) break
    widths[widest] = (widths[widest] ?? 0) - 1
  }
  return widths
}
