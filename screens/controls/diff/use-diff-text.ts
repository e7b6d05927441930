import { useEffect, useMemo, useRef } from 'react'
import { memoize } from '../../../src/base/memoize.ts'
import { type Path, pathText } from '../../../src/domain/settings-diff/setting-path.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { listRows } from '../../kit/list/list-rows.ts'
import { type ListState, NOTHING_TO_FOLD, NOTHING_TO_UNFOLD, useQuietList } from '../../kit/list/use-list.ts'
import { useScreenState } from '../../kit/screen/screen-state.ts'
import { lineOfPath, pathAtLine, type Sides } from './diff-places.ts'
import { type TextRow, type TextStyle, textRows, textRowText } from './diff-text-rows.ts'
import { useUnifiedLines } from './use-unified-lines.ts'

const noFolds: ReadonlySet<string> = new Set()
const noLines: readonly [] = []
const firstRow: ListState = { id: undefined, index: 0, top: 0 }

export type DiffTextOptions = {
  /** Undefined while nothing of it is shown: then nothing is worked out. */
  style: TextStyle | undefined
  /** Both settings, as far as they are shown, in steps. Called again only when `sidesKey` is another. */
  sides: () => Generator<void, Sides>
  /** Another one when the settings or what is shown of them are. */
  sidesKey: string
  isLarge: boolean
  width: number
  height: number
}

/** What differs as text, in one column or in two, with a selected line and what did not change folded. */
export const useDiffText = ({ style, sides, sidesKey, isLarge, width, height }: DiffTextOptions, theme: Theme) => {
  const made = useUnifiedLines(style === undefined ? undefined : sidesKey, sides, isLarge)
  const lines = made?.lines ?? noLines
  // Open folds of one comparison mean nothing in another.
  const [opened, setOpened] = useScreenState<{ of: string; ids: ReadonlySet<string> }>('opened runs', {
    of: '',
    ids: noFolds,
  })
  const open = opened.of === sidesKey ? opened.ids : noFolds
  const rows = useMemo(() => textRows(lines, style ?? 'unified', open), [lines, style, open])
  const ids = useMemo(() => rows.map(({ id }) => id), [rows])
  const [, setState] = useScreenState('line', firstRow)
  const list = useQuietList('line', ids, height)
  const selected = (): TextRow | undefined => rows[list.selected]
  const textOf = useMemo(
    () =>
      memoize((one: TextRow) => {
        // As in diff tools, a fold tells which part the lines behind it are in.
        const isBefore = one.is === 'fold' && one.to < lines.length
        const path = isBefore && made ? pathAtLine(lines, one.to, made.sides).slice(0, -1) : []
        return textRowText(one, style ?? 'unified', width, theme, path.length > 0 ? safeText(pathText(path)) : '')
      }),
    [lines, made, style, width, theme],
  )
  const folds = () => rows.filter((one) => one.is === 'fold').map(({ id }) => id)
  const setFolds = (next: ReadonlySet<string>) => setOpened({ of: sidesKey, ids: next })
  /** The fold that a row is or is within. */
  const foldOf = (place: number): TextRow | undefined => {
    const one = rows[place]
    if (one?.is === 'fold') return one
    return one && rows.find((other) => other.is === 'fold' && other.isOpen && other.from <= one.at && one.at < other.to)
  }
  /** Selects a row with what stands around it. */
  const show = (place: number) => {
    const isInside = place >= list.top + AROUND && place < list.top + height - AROUND
    const top = isInside ? list.top : Math.max(0, place - Math.floor(height / 3))
    setState({ id: rows[place]?.id, index: place, top })
  }
  const unfoldAll = () => setFolds(new Set(folds()))
  const foldAll = () => {
    const fold = foldOf(list.selected)
    setFolds(noFolds)
    if (fold) setState({ id: fold.id, index: list.selected, top: list.top })
  }
  const path = (): Path | undefined => {
    const row = selected()
    return row && made ? pathAtLine(lines, row.at, made.sides) : undefined
  }
  const showPath = (wanted: Path) => {
    if (!made) return
    const at = lineOfPath(lines, wanted, made.sides)
    const after = rows.findIndex((one) => one.at >= at && isChange(one))
    const place = after >= 0 ? after : rows.findLastIndex(isChange)
    if (place >= 0) show(place)
  }
  // Lines are identified by index, which means nothing in another text: there the same part is selected.
  const [shownKey, setShownKey] = useScreenState('text of', '')
  const lastPath = useRef<() => Path | undefined>(() => undefined)
  useEffect(() => {
    if (!made) return
    if (shownKey === sidesKey) lastPath.current = path
    else {
      setShownKey(sidesKey)
      showPath(lastPath.current() ?? [])
    }
  })
  return {
    isMaking: style !== undefined && made === undefined,
    get row() {
      return selected()
    },
    list,
    length: rows.length,
    /** Where the selected line stands in the settings. */
    get path() {
      return path()
    },
    /** Selects the first changed line of what is at a path, as soon as there are lines. */
    seek: (wanted: Path) => {
      lastPath.current = () => wanted
      setShownKey('')
    },
    fold: () => {
      const fold = foldOf(list.selected)
      if (!fold || !open.has(fold.id)) return NOTHING_TO_FOLD
      setFolds(new Set([...open].filter((id) => id !== fold.id)))
      return setState({ id: fold.id, index: list.selected, top: list.top })
    },
    unfold: () => {
      const row = selected()
      return row?.is === 'fold' && !open.has(row.id) ? setFolds(new Set([...open, row.id])) : NOTHING_TO_UNFOLD
    },
    foldAll: () => (open.size > 0 ? foldAll() : NOTHING_TO_FOLD),
    unfoldAll: () => (folds().some((id) => !open.has(id)) ? unfoldAll() : NOTHING_TO_UNFOLD),
    foldOrUnfold: () => (folds().length === 0 ? NOTHING_TO_FOLD : open.size > 0 ? foldAll() : unfoldAll()),
    /** Selects the first line of the next run of changes that has a wanted path; whether there is one. */
    find: (step: 1 | -1, isWanted: (path: Path) => boolean): boolean => {
      for (let place = list.selected + step; place >= 0 && place < rows.length; place += step) {
        if (!isStart(rows, place) || !made) continue
        if (!runPaths(rows, place, lines, made.sides).some(isWanted)) continue
        show(place)
        return true
      }
      return false
    },
    lines: (): string[] => listRows(rows, textOf, { list, height, width: width + 1 }, theme),
  }
}

/** Rows in sight above and below a change that is jumped to. */
const AROUND = 4

const isChange = (row: TextRow | undefined): boolean => row?.is === 'line' && row.before !== row.after

const isStart = (rows: readonly TextRow[], place: number): boolean =>
  isChange(rows[place]) && !isChange(rows[place - 1])

/** Where the lines of a run of changes stand. */
function runPaths(
  rows: readonly TextRow[],
  start: number,
  lines: Parameters<typeof pathAtLine>[0],
  sides: Sides,
): Path[] {
  const paths: Path[] = []
  for (let place = start; isChange(rows[place]) && paths.length < MAX_PATHS; place += 1) {
    paths.push(pathAtLine(lines, (rows[place] as TextRow).at, sides))
  }
  return paths
}

/** Lines of one run of changes that are looked at. */
const MAX_PATHS = 200
