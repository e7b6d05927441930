import { memoize } from '../../../src/base/memoize.ts'
import { isSumField, type RowWordField, type SumField } from '../../../src/domain/people/field-table.ts'
import type { Leaderboard } from '../../../src/domain/people/leaderboard.ts'
import { fit } from '../../../src/domain/text/fit.ts'
import { fullNumber, NONE, UNKNOWN } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { asManyAsFit, padStyled } from '../../../src/ui/layout/columns.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { changeText } from '../../kit/charts/chart-text.ts'
import { MAX_DETAILS } from '../../kit/detail/use-detail.ts'
import { useLateRested } from '../../kit/query/ticks.ts'
import { rule } from '../../kit/screen/frame.ts'
import { useSession } from '../../kit/session/session.ts'
import { nameText, percentText, sumText } from '../shared/cells.ts'
import type { LoadedPeople } from '../shared/use-people.ts'

/**
 * Makes the preview below the list, under a rule, of the selected person, by the id or in privacy mode the pseudonym; empty where
 * it is not shown. While a key is held it does not follow.
 */
export const usePreview = (
  loaded: LoadedPeople,
  isShown: boolean,
  width: number,
): ((selectedId: string | undefined) => readonly string[]) => {
  const { theme } = useSession()
  const rested = useLateRested<string | undefined>()
  const entryOf = (id: string | undefined) => (id === undefined ? undefined : loaded.board.entryOf(id))
  // By the entry that is shown, which stays the same while a key is held: a tenth of the CPU of a scrolled row otherwise.
  const linesOf = memoize((entry: number) => previewLines(loaded, entry, width, theme), MAX_DETAILS)
  return (selectedId) => {
    if (!isShown) return []
    // The user shown before may have left the list, or have another pseudonym by now.
    const restedEntry = entryOf(rested(selectedId))
    const entry = selectedId === undefined ? undefined : (restedEntry ?? entryOf(selectedId))
    return [rule(width, theme), ...(entry === undefined ? [] : linesOf(entry))]
  }
}

/** Rows of {@link previewLines}. */
export const PREVIEW_ROWS = 3

/** The narrowest windows with room for an id, and for the longest one. */
const WITH_ID = 100
const WITH_LONG_ID = 140

/** A field, the cells of its value, and what it is called where that is not its name. */
type Shown = readonly [field: Previewed, cells: number, label?: string]
type Previewed = SumField | 'share' | RowWordField

/** The parts of each row: the person, what was used, what was made. Fields of one part stand side by side. */
const words: readonly (readonly Shown[])[] = [[['model', 12]], [['tier', 8]], [['mode', 11]]]
const used: readonly (readonly Shown[])[] = [
  [['credits', 9]],
  [['share', 7]],
  [['sessions', 6]],
  [
    ['messages', 6],
    ['asked', 5],
  ],
  [['tools', 8]],
  [['autonomy', 6, 'per message']],
]
const made: readonly (readonly Shown[])[] = [
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
/** Cells of the parts of figures, in both rows of them. */
const PART_CELLS = [27, 14, 19, 27, 14, 18]

/**
 * The selected person in three rows: who it is, then every measure, those that narrow windows have no column for as well. Each
 * part has a place of its own: from one person to the next only figures change, which is calmer and much less to send.
 */
export const previewLines = (
  { board, salt, isExact }: Pick<LoadedPeople, 'board' | 'salt' | 'isExact'>,
  entry: number,
  width: number,
  theme: Theme,
): string[] => {
  const nameCells = width < WITH_ID ? 24 : 32
  // No id stands beside a pseudonym.
  const idCells = salt !== undefined || width < WITH_ID ? 0 : width < WITH_LONG_ID ? 17 : 32
  const [name, id] = [board.nameAt(entry), board.idAt(entry)]
  const languages = board
    .wordsAt('lang', entry)
    .map(({ word: text, days }) => `${safeText(text)} ${theme.muted(String(days))}`)
  const texts = (parts: readonly (readonly Shown[])[]): string[] =>
    parts.map((shown) => shown.map((one) => fieldText(board, entry, one, isExact, theme)).join(' '))
  const figures = (parts: readonly (readonly Shown[])[]): string[] =>
    texts(parts).map((text, part) => padStyled(text, PART_CELLS[part] ?? 0))
  const rows = [
    [
      theme.strong(fit(nameText(name, nameCells), nameCells)),
      ...(idCells > 0 ? [theme.muted(fit(id === name ? '' : safeText(id), idCells))] : []),
      ...texts(words),
      ...languages,
    ],
    figures(used),
    figures(made),
  ]
  return rows.map((parts) => ` ${asManyAsFit(parts, width - 2, '  ')}`)
}

const fieldText = (
  board: Leaderboard,
  entry: number,
  [field, cells, label = field]: Shown,
  isExact: boolean,
  theme: Theme,
): string => {
  if (field === 'days') {
    const active = sumText(board.sumAt('days', entry), cells)
    return `${theme.muted('active')} ${active} ${theme.muted('of')} ${fullNumber(board.days.length)} ${theme.muted('days')}`
  }
  const text = `${theme.muted(label)} ${fit(valueText(board, entry, field, cells, isExact), cells)}`
  return field === 'credits' ? `${text} ${changeText(board.deltaAt('credits', entry), theme)}` : text
}

const valueText = (board: Leaderboard, entry: number, field: Previewed, cells: number, isExact: boolean): string => {
  if (field === 'share') return percentText(board.numberAt('share', entry), isExact)
  if (isSumField(field)) return sumText(board.sumAt(field, entry), cells)
  const word = board.wordAt(field, entry)
  if (word !== undefined) return safeText(word)
  // A person without rows has no word that could be missing.
  return board.isActive(entry) ? UNKNOWN : NONE
}
