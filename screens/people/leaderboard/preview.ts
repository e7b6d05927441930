import { memoize } from '../../../src/base/memoize.ts'
import { isSumField, type RowWordField, type SumField } from '../../../src/domain/people/field-table.ts'
import type { Leaderboard } from '../../../src/domain/people/leaderboard.ts'
import { fit } from '../../../src/domain/text/fit.ts'
import { fullNumber, NONE, UNKNOWN } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { joinFitting, padStyled } from '../../../src/ui/layout/columns.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { changeText } from '../../kit/charts/chart-text.ts'
import type { PaneSizes } from '../../kit/detail/list-and-detail.ts'
import { MAX_DETAILS } from '../../kit/detail/use-detail.ts'
import { useDebounced } from '../../kit/query/ticks.ts'
import { rule } from '../../kit/screen/frame.ts'
import { useSession } from '../../kit/session/session.ts'
import { nameText, percentText, sumText } from '../shared/cells.ts'
import type { LoadedPeople } from '../shared/use-people.ts'
import { sidePreviewLines } from './side-preview.ts'

/**
 * Draws the preview of the selected person, next to the list or under a rule below it; empty if it is hidden. It does
 * not follow the selection while a key is held.
 *
 * @returns A function of the selected person's id, or pseudonym in privacy mode.
 */
export const usePreview = (
  loaded: LoadedPeople,
  isShown: boolean,
  width: number,
  sideBySide: PaneSizes | undefined,
): ((selectedId: string | undefined) => readonly string[]) => {
  const { theme } = useSession()
  const debounced = useDebounced<string | undefined>()
  const entryOf = (id: string | undefined) => (id === undefined ? undefined : loaded.board.entryOf(id))
  // Memoized by the displayed entry, which stays the same while a key is held. Without the memo, the preview takes a
  // tenth of the CPU time of scrolling.
  const shown = { ...loaded, isExact: loaded.isFinal }
  const linesOf = memoize((entry: number) => {
    if (!sideBySide) return previewLines(shown, entry, width, theme)
    return sidePreviewLines(shown, entry, { width: sideBySide.detailWidth, height: sideBySide.detailHeight }, theme)
  }, MAX_DETAILS)
  return (selectedId) => {
    if (!isShown) return []
    // The displayed person may have left the list or got another pseudonym.
    const debouncedEntry = entryOf(debounced(selectedId))
    const entry = selectedId === undefined ? undefined : (debouncedEntry ?? entryOf(selectedId))
    return [...(sideBySide ? [] : [rule(width, theme)]), ...(entry === undefined ? [] : linesOf(entry))]
  }
}

/** Rows of {@link previewLines}. */
export const PREVIEW_ROWS = 3

/** Minimum width of a window with space for an id, and for the longest id. */
const WITH_ID = 100
const WITH_LONG_ID = 140

/** A field, the cells of its value, and its label if that differs from its name. */
type PreviewField = readonly [field: PreviewFieldName, cells: number, label?: string]
type PreviewFieldName = SumField | 'share' | RowWordField

/** The parts of the three rows: identity, usage, output. The fields of one part are next to each other. */
const wordParts: readonly (readonly PreviewField[])[] = [[['model', 12]], [['tier', 8]], [['mode', 11]]]
const usageParts: readonly (readonly PreviewField[])[] = [
  [['credits', 9]],
  [['share', 7]],
  [['sessions', 6]],
  [
    ['messages', 6],
    ['asked', 5, 'prompts'],
  ],
  [['tools', 8]],
  [['autonomy', 6, 'per message']],
]
const outputParts: readonly (readonly PreviewField[])[] = [
  [['days', 5]],
  [['commits', 6]],
  [['prs', 5, 'pull requests']],
  [
    ['created', 6],
    ['edited', 5],
  ],
  [['mcp', 8]],
  [['skills', 8]],
  [['slash', 6]],
  [['hooks', 6]],
]
/** Cells of each part, in the rows of usage and output. */
const PART_CELLS = [27, 14, 19, 29, 14, 18]

/**
 * The selected person in three rows, with every measure, including those without a column in narrow windows. Each part
 * has a fixed position, so only figures change from one person to the next: this is easier to read, and sends less to
 * the terminal.
 */
export const previewLines = (
  { board, salt, isExact }: Pick<LoadedPeople, 'board' | 'salt' | 'isExact'>,
  entry: number,
  width: number,
  theme: Theme,
): string[] => {
  const nameCells = width < WITH_ID ? 24 : 32
  // A pseudonym has no id next to it.
  const idCells = salt !== undefined || width < WITH_ID ? 0 : width < WITH_LONG_ID ? 17 : 32
  const [name, id] = [board.nameAt(entry), board.idAt(entry)]
  const languages = board
    .wordsAt('lang', entry)
    .map(({ word: text, days }) => `${safeText(text)} ${theme.muted(String(days))}`)
  const texts = (parts: readonly (readonly PreviewField[])[]): string[] =>
    parts.map((shown) => shown.map((one) => fieldText(board, entry, one, isExact, theme)).join(' '))
  const figures = (parts: readonly (readonly PreviewField[])[]): string[] =>
    texts(parts).map((text, part) => padStyled(text, PART_CELLS[part] ?? 0))
  const rows = [
    [
      theme.strong(fit(nameText(name, nameCells), nameCells)),
      ...(idCells > 0 ? [theme.muted(fit(id === name ? '' : safeText(id), idCells))] : []),
      ...texts(wordParts),
      ...languages,
    ],
    figures(usageParts),
    figures(outputParts),
  ]
  return rows.map((parts) => ` ${joinFitting(parts, width - 2, '  ')}`)
}

const fieldText = (
  board: Leaderboard,
  entry: number,
  [field, cells, label = field]: PreviewField,
  isExact: boolean,
  theme: Theme,
): string => {
  if (field === 'days') {
    const active = sumText(board.sumAt('days', entry), cells)
    return `${theme.muted('active')} ${active} ${theme.muted('of')} ${fullNumber(board.days.length)} ${theme.muted(board.days.length === 1 ? 'day' : 'days')}`
  }
  const text = `${theme.muted(label)} ${fit(valueText(board, entry, field, cells, isExact), cells)}`
  return field === 'credits' ? `${text} ${changeText(board.deltaAt('credits', entry), theme)}` : text
}

const valueText = (
  board: Leaderboard,
  entry: number,
  field: PreviewFieldName,
  cells: number,
  isExact: boolean,
): string => {
  if (field === 'share') return percentText(board.numberAt('share', entry), isExact)
  if (isSumField(field)) return sumText(board.sumAt(field, entry), cells)
  const word = board.wordAt(field, entry)
  if (word !== undefined) return safeText(word)
  // A person without rows has no word, so the value is a dash and not unknown.
  return board.isActive(entry) ? UNKNOWN : NONE
}
