import { useMemo } from 'react'
import { type ChangeLine, changeLines, changeText, countText } from '../../src/domain/change-lines.ts'
import { wrapText } from '../../src/domain/fit.ts'
import { moment, UNKNOWN } from '../../src/domain/format.ts'
import { shownSettings } from '../../src/domain/mask-settings.ts'
import { toJson } from '../../src/domain/output.ts'
import { safeText } from '../../src/domain/safe-text.ts'
import { type Blame, blamePath } from '../../src/domain/settings-diff/blame.ts'
import { compareSettings } from '../../src/domain/settings-diff/compare-settings.ts'
import { toJsonPatch } from '../../src/domain/settings-diff/json-patch.ts'
import { apart, cutStyled, filled, padStyled } from '../../src/ui/columns.ts'
import { Body } from '../../src/ui/rows.tsx'
import type { Theme } from '../../src/ui/theme.ts'
import { useKeys } from '../../src/ui/use-keys.ts'
import { rule } from '../frame.ts'
import { listHandlers, useList } from '../list.ts'
import { usePrivateSalt } from '../person-name.ts'
import type { ScreenProps } from '../screen.ts'
import { useKept, useReport, useSession } from '../session.ts'
import { useFilter } from '../use-filter.ts'
import { diffKeys } from './diff-keys.ts'
import { revisionLine } from './revision-line.ts'
import type { LoadedRevisions, Revision } from './use-revisions.ts'

/** Numbers of two revisions, `a` the older one. */
export type Marks = { a: number; b: number }

export type DiffViewProps = Pick<ScreenProps, 'width' | 'height'> & {
  loaded: LoadedRevisions
  /** Places of both marks among the revisions, newest first: that of A is behind that of B. */
  a: number
  b: number
  setMarks: (marks: Marks) => void
  showSettings: (revision: number) => void
  /** Back to the list. */
  leave: () => void
}

/** Rows of the selected change below the list, and the lowest body that has room for them. */
const DETAIL_ROWS = 7
const DETAIL_FROM = 18

/** What differs between two revisions, a row each, and the selected change in full. */
export const DiffView = ({ width, height, loaded, a, b, setMarks, showSettings, leave }: DiffViewProps) => {
  const session = useSession()
  const { theme } = session
  const { revisions, pane } = loaded
  const [before, after] = [revisions[a], revisions[b]]
  const lines = useMemo(() => changeLines(compareSettings(before?.settings, after?.settings)), [before, after])
  const filter = useFilter()
  const words = filter.text.toLowerCase()
  const shownLines = useMemo(() => {
    const wanted = words.split(/\s+/).filter(Boolean)
    return lines.filter((line) => {
      const text = `${changeText(line)} ${line.verdict ?? ''}`.toLowerCase()
      return wanted.every((word) => text.includes(word))
    })
  }, [lines, words])
  const ids = useMemo(() => shownLines.map(({ kind, path }) => `${kind} ${path}`), [shownLines])
  const detailRows = height >= DETAIL_FROM ? DETAIL_ROWS + 1 : 0
  const listHeight = Math.max(0, height - 3 - detailRows)
  const list = useList('change', ids, listHeight)
  const selected = shownLines[list.selected]

  const [isBlaming, setIsBlaming] = useKept('blame', false)
  const blame = useMemo(
    () => (isBlaming && selected ? blamePath(revisions, selected.place, { isEnd: !loaded.hasMore }) : undefined),
    [isBlaming, selected, revisions, loaded.hasMore],
  )
  const mark = (nextA: number, nextB: number) => {
    const [old, now] = [revisions[nextA]?.revision, revisions[nextB]?.revision]
    if (old !== undefined && now !== undefined) setMarks({ a: old, b: now })
    else if (nextA >= revisions.length && loaded.hasMore) loaded.more()
    else session.set({ notice: 'There is no revision further on.' })
  }
  const find = (step: 1 | -1) => () => {
    for (let at = list.selected + step; at >= 0 && at < shownLines.length; at += step)
      if (shownLines[at]?.verdict === 'widened') return list.moveTo(at)
    session.set({ notice: `No change ${step > 0 ? 'below' : 'above'} widened anything.` })
  }
  const copy = (text: string, what: string) => {
    session.copy(text)
    session.set({ notice: `Copied ${what}` })
  }
  useKeys(diffKeys, {
    ...listHandlers(list, listHeight, shownLines.length),
    olderA: () => mark(a + 1, b),
    // The marks never meet: the one that is moved pushes the other on.
    newerA: () => (a - 1 > b ? mark(a - 1, b) : mark(a - 1, b - 1)),
    olderB: () => (b + 1 < a ? mark(a, b + 1) : mark(a + 1, b + 1)),
    newerB: () => mark(a, b - 1),
    nextWidened: find(1),
    lastWidened: find(-1),
    blame: () => setIsBlaming(!isBlaming),
    settings: () => after?.revision !== undefined && showSettings(after.revision),
    filter: filter.open,
    copyRow: () => selected && copy(changeText(selected), 'the change.'),
    copyPath: () => selected && copy(selected.path, 'the path.'),
    copyAll: () => copy(shownLines.map((line) => `${changeText(line)}\n`).join(''), 'the changes.'),
    copyPatch: () => copy(patchText(before, after), 'the changes as JSON Patch, without secrets.'),
    leave,
  })
  const isPrivate = usePrivateSalt() !== undefined
  useReport('controls', {
    crumbs: [`${before?.revision ?? UNKNOWN} to ${after?.revision ?? UNKNOWN}`],
    command: `controls diff ${before?.revision} ${after?.revision}${isPrivate ? ' --pseudonyms' : ''}`,
    fieldKeys: filter.fieldKeys ?? diffKeys,
    panes: [pane],
  })

  const line = useMemo(
    () =>
      revisionLine(
        revisions.map(({ revision }) => revision),
        a,
        b,
        width,
        theme,
      ),
    [revisions, a, b, width, theme],
  )
  const head = useMemo(() => headLine(before, after, lines, width, theme), [before, after, lines, width, theme])
  const detail = useMemo(
    () =>
      detailRows === 0 ? [] : [rule(width, theme), ...filled(detailLines(selected, blame, width, theme), DETAIL_ROWS)],
    [detailRows, selected, blame, width, theme],
  )
  const arrow = theme.isAscii ? '->' : '→'
  const rows = shownLines.slice(list.top, list.top + listHeight).map((one, y) => {
    const text = `${one.verdict === 'widened' ? theme.bad('!') : ' '} ${styled(one, cutStyled(changeText(one, arrow), width - 4), theme)}`
    if (list.top + y !== list.selected) return ` ${text}`
    return theme.selected(padStyled(`${theme.accent(theme.signs.bar)}${text}`, width))
  })
  const empty = [
    ` ${theme.muted(lines.length === 0 ? 'These two revisions do not differ.' : 'no change matches: Esc shows all')}`,
  ]
  const all = [
    head,
    line,
    filter.divider(shownLines.length, lines.length, width, theme),
    ...filled(rows.length > 0 ? rows : empty, listHeight),
    ...detail,
  ]
  return <Body lines={all.map((one) => cutStyled(one, width))} height={height} />
}

const patchText = (before: Revision | undefined, after: Revision | undefined): string =>
  toJson(shownSettings(toJsonPatch(before?.settings ?? {}, after?.settings ?? {})), { indent: 2 })

const styled = ({ kind }: ChangeLine, text: string, theme: Theme): string => {
  const paint = kind === 'added' ? theme.good : kind === 'removed' ? theme.bad : theme.accent
  return paint(text.slice(0, 1)) + text.slice(1)
}

const nameOf = (revision: Revision | undefined): string => {
  const { updatedAt, user } = revision ?? {}
  const when = updatedAt === undefined ? UNKNOWN : moment(Date.parse(updatedAt)).slice(0, 10)
  return `${revision?.revision ?? UNKNOWN} ${when} ${safeText(user?.name || user?.email || user?.id || UNKNOWN)}`
}

const headLine = (
  before: Revision | undefined,
  after: Revision | undefined,
  lines: readonly ChangeLine[],
  width: number,
  theme: Theme,
): string => {
  const widened = lines.filter(({ verdict }) => verdict === 'widened').length
  const left = ` ${theme.accent('A')} ${nameOf(before)}   ${theme.accent('B')} ${nameOf(after)}`
  const risk = widened > 0 ? `   ${theme.bad(`! ${widened} widened`)}` : ''
  const rights = [`${countText(lines)}${risk} `, `${risk.trim()} `]
  for (const right of rights) {
    const whole = apart(left, right, width)
    if (whole !== left) return whole
  }
  return cutStyled(left, width)
}

/** The selected change with its whole values, what was above what is. */
const detailLines = (line: ChangeLine | undefined, blame: Blame | undefined, width: number, theme: Theme): string[] => {
  if (!line) return []
  const told = blame ? blameLines(blame, width, theme) : []
  const room = DETAIL_ROWS - 1 - told.length
  const value = (sign: string, text: string | undefined, most: number): string[] => {
    if (text === undefined) return []
    const wrapped = wrapText(text, width - 4)
    const shown =
      wrapped.length > most ? [...wrapped.slice(0, most - 1), `${wrapped[most - 1]}${theme.signs.ellipsis}`] : wrapped
    return shown.map((one, y) => ` ${y === 0 ? sign : ' '} ${one}`)
  }
  const both = line.before !== undefined && line.after !== undefined
  return [
    ` ${theme.strong(line.path)}  ${line.verdict === 'widened' ? theme.bad('! widened') : theme.muted(line.kind)}`,
    ...value(theme.bad('-'), line.before, both ? Math.floor(room / 2) : room),
    ...value(theme.good('+'), line.after, both ? Math.floor(room / 2) : room),
    ...told,
  ]
}

const BLAME_ROWS = 2

/** Who changed it, newest first, as many as two rows hold, and how far that was looked for. */
const blameLines = ({ entries, looked, isWhole }: Blame, width: number, theme: Theme): string[] => {
  const names = entries.map(({ revision, kind, who }) => `${revision ?? UNKNOWN} ${safeText(who ?? UNKNOWN)} ${kind}`)
  const far = `of ${looked.count} ${looked.count === 1 ? 'revision' : 'revisions'}${isWhole ? '' : ', older ones on the server'}`
  const rows = wrapText(names.join('   '), width - 9).slice(0, BLAME_ROWS - 1)
  return [
    ...rows.map((row, y) => ` ${theme.muted(y === 0 ? 'blame' : '     ')}  ${row}`),
    `        ${theme.muted(far)}`,
  ]
}
