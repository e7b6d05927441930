import { fullNumber, percent, UNKNOWN } from '../../src/domain/format.ts'
import type { Leaderboard } from '../../src/domain/leaderboard.ts'
import type { SumField } from '../../src/domain/person-sums.ts'
import { safeText } from '../../src/domain/safe-text.ts'
import { asManyAsFit } from '../../src/ui/columns.ts'
import type { Theme } from '../../src/ui/theme.ts'
import { sumChange, sumText } from './cells.ts'

/** Rows of {@link previewLines}. */
export const PREVIEW_ROWS = 3

/** Cells that no figure of the preview needs more of. */
const WIDEST = 24

/** The selected person in three rows: who it is, then every measure, those that narrow windows have no column for as well. */
export const previewLines = (board: Leaderboard, entry: number, width: number, theme: Theme): string[] => {
  const figure = (label: string, field: SumField): string => {
    const sum = board.sumAt(field, entry)
    const change = sumChange(sum, board.beforeAt(field, entry), theme)
    return `${theme.muted(label)} ${sumText(sum, WIDEST)}${change ? theme.muted(` ${change}`) : ''}`
  }
  const pair = (label: string, a: SumField, b: SumField): string =>
    `${theme.muted(label)} ${sumText(board.sumAt(a, entry), WIDEST)} ${theme.muted(a)} ${sumText(board.sumAt(b, entry), WIDEST)} ${theme.muted(b)}`
  const word = (label: string, text: string | undefined): string =>
    `${theme.muted(label)} ${text === undefined ? UNKNOWN : safeText(text)}`
  const [name, id] = [board.nameAt(entry), board.idAt(entry)]
  const tier = board.wordAt('tier', entry)
  const share = board.numbers('share')[entry]
  const languages = board
    .languagesAt(entry)
    .map(({ word: text, days }) => `${safeText(text)} ${theme.muted(String(days))}`)
  const active = sumText(board.sumAt('days', entry), WIDEST)
  const rows = [
    [
      theme.strong(safeText(name)),
      ...(id === name ? [] : [theme.muted(safeText(id))]),
      word('model', board.wordAt('model', entry)) + (tier === undefined ? '' : ` ${theme.muted(safeText(tier))}`),
      word('mode', board.wordAt('mode', entry)),
      ...languages,
    ],
    [
      figure('credits', 'credits'),
      `${percent(Number.isNaN(share) ? undefined : share)} ${theme.muted('of all')}`,
      figure('sessions', 'sessions'),
      `${figure('messages', 'messages')} ${theme.muted('of them')} ${sumText(board.sumAt('asked', entry), WIDEST)} ${theme.muted('asked')}`,
      figure('tools', 'tools'),
      `${theme.muted('per message')} ${sumText(board.sumAt('autonomy', entry), WIDEST)}`,
    ],
    [
      `${theme.muted('active')} ${active} ${theme.muted(`of ${fullNumber(board.days.length)} days`)}`,
      figure('commits', 'commits'),
      figure('pull requests', 'prs'),
      pair('files', 'created', 'edited'),
      figure('mcp', 'mcp'),
      figure('skills', 'skills'),
      figure('slash', 'slash'),
      figure('hooks', 'hooks'),
    ],
  ]
  return rows.map((parts) => ` ${asManyAsFit(parts, width - 2, '   ')}`)
}
