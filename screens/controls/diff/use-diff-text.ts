import { useCallback, useEffect, useMemo, useRef } from 'react'
import { memoize } from '../../../src/base/memoize.ts'
import { type Path, pathText } from '../../../src/domain/settings-diff/setting-path.ts'
import { type UnifiedLine, unifiedSteps } from '../../../src/domain/settings-diff/unified-text.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { useLatest } from '../../../src/ui/keys/use-keys.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { listRows } from '../../kit/list/list-rows.ts'
import { type List, NOTHING_TO_FOLD, NOTHING_TO_UNFOLD, useList } from '../../kit/list/use-list.ts'
import { useSliced } from '../../kit/query/use-sliced.ts'
import { useScreenState } from '../../kit/screen/screen-state.ts'
import { diffState } from '../shared/controls-state.ts'
import { type TextRow, type TextStyle, textRows, textRowText } from './diff-text-rows.ts'
import { lineOfPath, pathAtLine, type Sides } from './line-paths.ts'

const noFolds: ReadonlySet<string> = new Set()
const noLines: readonly [] = []

type DiffTextOptions = {
  /** Undefined while the tree is shown; no lines are computed then. */
  style: TextStyle | undefined
  /** Both settings after filtering; yields between steps. */
  pick: () => Generator<void, Sides>
  /** A key that differs for other settings and other filters. */
  sidesKey: string
  isLarge: boolean
  width: number
  height: number
}

/** Index of the next run of changes that contains a matching row. */
const nextRunIndex = (
  rows: readonly TextRow[],
  from: number,
  step: 1 | -1,
  isWanted: (row: TextRow) => boolean,
): number | undefined => {
  for (let place = from + step; place >= 0 && place < rows.length; place += step)
    if (isChange(rows[place]) && !isChange(rows[place - 1]) && changeRun(rows, place).some(isWanted)) return place
  return undefined
}

/** The differences as text in one or two columns, with a selected line and folded unchanged lines. */
export const useDiffText = ({ style, pick, sidesKey, isLarge, width, height }: DiffTextOptions, theme: Theme) => {
  const key = style && sidesKey
  const latest = useLatest(pick)
  const makeSmall = useCallback(() => makeLines(pick), [pick])
  // Large settings are compared again only when the key changes, which happens after a pause in typing.
  const makeLarge = useMemo(() => memoize((_key: string) => () => makeLines(latest.current), 1), [latest])
  const make = isLarge ? key && makeLarge(key) : key && makeSmall
  const made = useSliced(make || undefined, { isSlow: isLarge })
  const lines = made?.lines ?? noLines
  const [opened, setOpened] = useScreenState(diffState.openedRuns)
  // The ids of open folds are valid in one comparison only.
  const open = opened.of === sidesKey ? opened.ids : noFolds
  const rows = useMemo(() => textRows(lines, style ?? 'unified', open), [lines, style, open])
  const ids = useMemo(() => rows.map(({ id }) => id), [rows])
  const [, setState] = useScreenState(diffState.line)
  const list = useList(diffState.line, ids, height)
  const pathOf = (row: TextRow | undefined): Path | undefined => {
    const line = row && lines[row.at]
    return line && made && pathAtLine(line, made.sides)
  }
  const textOf = useMemo(
    () =>
      memoize((row: TextRow) => {
        // A fold shows the path of the line after it, as diff tools do.
        const behind = row.is === 'fold' ? lines[row.to] : undefined
        const path = behind && made ? pathAtLine(behind, made.sides).slice(0, -1) : []
        return textRowText(row, style ?? 'unified', width, theme, path.length > 0 ? safeText(pathText(path)) : '')
      }),
    [lines, made, style, width, theme],
  )
  /** Selects a row and scrolls so that rows around it are visible. */
  const show = (place: number) =>
    setState({ id: rows[place]?.id, index: place, top: topAround(place, list.top, height) })
  // Lines are identified by index, which is invalid in another text: select the same path there.
  const [shownKey, setShownKey] = useScreenState(diffState.lineOf)
  const lastPath = useRef<() => Path | undefined>(() => undefined)
  useEffect(() => {
    if (!made) return
    if (shownKey === sidesKey) {
      lastPath.current = () => pathOf(rows[list.selected])
      return
    }
    setShownKey(sidesKey)
    const at = lineOfPath(lines, lastPath.current() ?? [], made.sides)
    const after = rows.findIndex((row) => row.at >= at && isChange(row))
    const place = after >= 0 ? after : rows.findLastIndex(isChange)
    if (place >= 0) show(place)
  })
  return {
    isComputing: style !== undefined && made === undefined,
    get row() {
      return rows[list.selected]
    },
    list,
    length: rows.length,
    /** Path of the selected line. */
    get path() {
      return pathOf(rows[list.selected])
    },
    /** Selects the first changed line at a path, as soon as the lines are computed. */
    seek: (wanted: Path) => {
      lastPath.current = () => wanted
      setShownKey('')
    },
    ...foldingOf(
      rows,
      list,
      open,
      (next) => setOpened({ of: sidesKey, ids: next }),
      (id) => setState({ id, index: list.selected, top: list.top }),
    ),
    /** Selects the first line of the next run of changes with a matching path. Returns whether one was found. */
    find: (step: 1 | -1, isWanted: (path: Path) => boolean): boolean => {
      const place = nextRunIndex(rows, list.selected, step, (row) => isWanted(pathOf(row) ?? []))
      if (place !== undefined) show(place)
      return place !== undefined
    },
    lines: (): string[] => listRows(rows, textOf, { list, height, width: width + 1 }, theme),
  }
}

/** Rows to keep visible above and below a selected change. */
const AROUND = 4

const topAround = (place: number, top: number, height: number): number =>
  place >= top + AROUND && place < top + height - AROUND ? top : Math.max(0, place - Math.floor(height / 3))

const isChange = (row: TextRow | undefined): boolean => row?.is === 'line' && row.before !== row.after

/** Maximum number of lines examined in one run of changes. */
const MAX_RUN = 200

const changeRun = (rows: readonly TextRow[], start: number): readonly TextRow[] => {
  let end = start + 1
  while (end < start + MAX_RUN && isChange(rows[end])) end += 1
  return rows.slice(start, end)
}

/** Handlers that fold and unfold unchanged lines. */
const foldingOf = (
  rows: readonly TextRow[],
  list: List,
  open: ReadonlySet<string>,
  setOpen: (ids: ReadonlySet<string>) => void,
  select: (id: string) => void,
) => {
  const folds = rows.filter((row) => row.is === 'fold')
  /** The fold that is selected or that contains the selected row. */
  const selectedFold = () => {
    const row = rows[list.selected]
    if (row?.is === 'fold') return row
    return row && folds.find(({ isOpen, from, to }) => isOpen && from <= row.at && row.at < to)
  }
  const foldAll = () => {
    if (open.size === 0) return NOTHING_TO_FOLD
    const fold = selectedFold()
    setOpen(noFolds)
    if (fold) select(fold.id)
    return undefined
  }
  const unfoldAll = () =>
    folds.every(({ isOpen }) => isOpen) ? NOTHING_TO_UNFOLD : setOpen(new Set(folds.map(({ id }) => id)))
  return {
    fold: () => {
      const fold = selectedFold()
      if (!fold?.isOpen) return NOTHING_TO_FOLD
      setOpen(new Set([...open].filter((id) => id !== fold.id)))
      return select(fold.id)
    },
    unfold: () => {
      const row = rows[list.selected]
      return row?.is === 'fold' && !row.isOpen ? setOpen(new Set([...open, row.id])) : NOTHING_TO_UNFOLD
    },
    foldAll,
    unfoldAll,
    foldOrUnfold: () => (folds.length === 0 ? NOTHING_TO_FOLD : open.size > 0 ? foldAll() : unfoldAll()),
  }
}

type MadeLines = { lines: readonly UnifiedLine[]; sides: Sides }

function* makeLines(pick: () => Generator<void, Sides>): Generator<void, MadeLines> {
  const sides = yield* pick()
  return { lines: yield* unifiedSteps(sides.before, sides.after), sides }
}
