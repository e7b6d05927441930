import { type OutputRow, toJson } from '../../../src/domain/output/output.ts'
import { BLAME_MEMBERS, findingMembers } from '../../../src/domain/risk/finding-text.ts'
import { shownSettings } from '../../../src/domain/secrets/mask-settings.ts'
import { type Path, pathText } from '../../../src/domain/settings-diff/setting-path.ts'
import { moment } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { useKeys } from '../../../src/ui/keys/use-keys.ts'
import type { useLateDetail } from '../../kit/detail/use-detail.ts'
import { copiedCells } from '../../kit/export/command-options.ts'
import { type Exports, tableFormats, useExports } from '../../kit/export/exports.ts'
import { listHandlers, NO_ROW } from '../../kit/list/use-list.ts'
import { useLastRow } from '../../kit/session/use-last-row.ts'
import { briefJson } from '../../kit/tree/value-text.ts'
import { blameKeys } from '../shared/controls-keys.ts'
import type { BlameList, BlameRow } from './use-blame-list.ts'

type BlameKeysOptions = {
  path: Path
  /** Shows the detail alone, or the list again. */
  turn: () => void
  showChanges: (revision: number) => void
  leave: () => void
}

/** What the keys of who changed a path do. */
export const useBlameKeys = (
  blamed: BlameList,
  detailNow: ReturnType<typeof useLateDetail>,
  { path, turn, showChanges, leave }: BlameKeysOptions,
): void => {
  const { rows, list, height, isWalking, walk, stop, onward } = blamed
  const { tell, copy } = useLastRow()
  const handlers = listHandlers(list, height, rows.length)
  useKeys(blameKeys, {
    ...handlers,
    ...useExports(() => blameExports(rows, path)),
    down: onward(handlers.down, 1),
    pageDown: onward(handlers.pageDown, Math.max(1, height - 1)),
    bottom: (_times, row) => {
      const why = handlers.bottom(1, row)
      return row === undefined && walk() ? undefined : why
    },
    changes: () => {
      const revision = blamed.row?.entry.revision
      return revision === undefined ? NO_ROW : showChanges(revision)
    },
    scrollDown: () => detailNow().scrollDown(),
    scrollUp: () => detailNow().scrollUp(),
    detail: turn,
    copyRow: () => copy(blamed.row && rowCopy(blamed.row), 'the row.'),
    copyPath: () => copy(safeText(pathText(path)), 'the path.'),
    leave: () => {
      if (!isWalking) return leave()
      stop()
      tell('Looks no further back: G goes on.')
    },
  })
}

const rowCopy = ({ entry }: BlameRow): string =>
  copiedCells([
    entry.revision,
    entry.updatedAt === undefined ? '' : moment(Date.parse(entry.updatedAt)),
    entry.who,
    entry.kind,
    entry.before === undefined ? '' : briefJson(entry.before, COPIED),
    entry.after === undefined ? '' : briefJson(entry.after, COPIED),
  ])

/** Most of a value that is copied with its row. */
const COPIED = 10_000

/** Who changed a path, a line each, with what it was and is; secrets are masked. */
const blameExports = (rows: readonly BlameRow[], path: Path): Exports | undefined => {
  if (rows.length === 0) return undefined
  return {
    name: `controls-blame-${pathText(path)}`,
    formats: tableFormats(() => ({ rows: rows.map(entryOf), columns: BLAME_MEMBERS, toCells })),
    shown: 'md',
  }
}

/** In cells values are JSON, which tells texts from numbers. */
const toCells = (entry: OutputRow): OutputRow => ({
  ...entry,
  before: jsonOf(entry.before),
  after: jsonOf(entry.after),
})

const jsonOf = (value: unknown): string | null => (value === null ? null : toJson(value))

const entryOf = (row: BlameRow): OutputRow => {
  const { revision, updatedAt, who, email, kind, before, after } = row.entry
  return {
    revision: revision ?? null,
    updatedAt: updatedAt ?? null,
    who: who ?? null,
    email: email ?? null,
    change: row.since === 'history' && kind === 'added' ? 'first seen' : kind,
    before: before === undefined ? null : shownSettings(before),
    after: after === undefined ? null : shownSettings(after),
    ...findingMembers(row.findings()),
  }
}
