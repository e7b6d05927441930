import { fullNumber, moment } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { shortHash } from '../../../src/domain/text/short-hash.ts'
import type { Column } from '../../../src/ui/layout/data-table.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { copiedCells } from '../../kit/export/copied-cells.ts'
import { exportRole, lastExportCell } from './export-text.ts'
import type { RunEntry } from './run-entries.ts'

/** What is known of each run, as far as anything has told it. */
export const runColumns = (theme: Theme): Column<RunEntry>[] => [
  {
    id: 'run',
    title: 'RUN',
    align: 'left',
    width: { min: 8, max: 20 },
    priority: 2,
    text: ({ run }) => safeText(run.id),
  },
  {
    id: 'repository',
    title: 'REPOSITORY',
    align: 'left',
    width: { min: 10, max: 24 },
    priority: 0,
    text: ({ name }) => name,
    role: () => 'strong',
  },
  {
    id: 'pages',
    title: 'PAGES',
    align: 'right',
    width: 6,
    priority: 3,
    text: ({ run }) => (run.item ? fullNumber(run.item.pageCount) : ''),
  },
  {
    id: 'commit',
    title: 'COMMIT',
    align: 'left',
    width: 7,
    priority: 5,
    text: ({ run }) => shortHash(run.item?.commitHash),
    role: () => 'muted',
  },
  {
    id: 'branch',
    title: 'BRANCH',
    align: 'left',
    width: { min: 6, max: 14 },
    priority: 6,
    text: ({ run }) => safeText(run.item?.branch ?? ''),
    role: () => 'muted',
  },
  {
    id: 'created',
    title: 'CREATED',
    align: 'left',
    width: 16,
    priority: 4,
    text: ({ run }) => createdText(run.item?.createdAt),
    role: () => 'muted',
  },
  {
    id: 'export',
    title: 'LAST EXPORT',
    align: 'left',
    width: { grow: true, min: 18 },
    priority: 1,
    text: (entry, width) => lastExportCell(entry, theme, width),
    role: exportRole,
  },
]

/** To the minute; nothing where nothing has told it. */
const createdText = (at: number | null | undefined): string =>
  at === undefined || at === null ? '' : moment(at).replace(' UTC', '')

/** The cells of a run for the clipboard. */
export const runText = ({ run, name }: RunEntry): string =>
  copiedCells([
    run.id,
    name,
    run.item?.pageCount ?? undefined,
    run.item?.commitHash ?? undefined,
    run.item?.branch ?? undefined,
    createdText(run.item?.createdAt),
  ])
