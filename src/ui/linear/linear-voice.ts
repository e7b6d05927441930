import { wrapText } from '../../domain/text/fit.ts'
import { type LineKind, readMark } from './linear-marks.ts'
import { spokenText, timelessText } from './spoken-text.ts'

/** After this long without another frame what is shown is said, ms: what comes with a key comes sooner. */
export const SETTLED_MS = 150
/** So long what a new screen shows is waited for, ms; then it is said as far as it has come. */
const OWED_MS = 3_000

export type LinearVoice = ReturnType<typeof createLinearVoice>

type VoiceOptions = {
  /** Writes lines for good: they are never changed and nothing moves back to them. */
  write: (text: string) => void
  /** Cells of the terminal, at which lines are broken between words. */
  columns: () => number
  /** Calls back later; answers how to give it up. */
  setTimer: (act: () => void, ms: number) => () => void
}

const INTRODUCTION =
  'Quarterdeck as text. Semicolon says the screen again, comma the selected row with its details, question mark lists all keys.'

type Line = { kind: LineKind; text: string; key: string }

/** What a frame says, by its parts. */
type Spoken = ReturnType<typeof spokenOf>

/**
 * Says frames as lines of text, one after the other, for those who hear or feel a screen: the whole of a screen when it is opened, the
 * row alone when the cursor moves, and otherwise what has become new. Nothing is said of what only grows older.
 */
export const createLinearVoice = ({ write, columns, setTimer }: VoiceOptions) => {
  let shown: Spoken | undefined
  let said: Spoken | undefined
  let stopTimer = () => {}
  /** A screen was opened while it was loading, and has to be said as a whole. */
  let isOwed = false
  /** A key was pressed since the last time. */
  let isAnswering = false

  const say = (lines: readonly string[]): boolean => {
    const text = lines
      .filter((line) => line !== '')
      .flatMap((line) => wrapText(line, Math.max(20, columns() - 1)))
      .map((line) => `${line}\n`)
      .join('')
    if (text !== '') write(text)
    return text !== ''
  }
  const wait = (act: () => void, ms: number) => {
    stopTimer()
    stopTimer = setTimer(act, ms)
  }
  /** What is shown counts as said from now on. */
  const catchUp = () => {
    stopTimer()
    isAnswering = false
    said = shown
  }
  /** Says the whole screen, or what lies over it. */
  const sayAll = () => {
    if (!shown) return
    catchUp()
    isOwed = false
    say((shown.popup === undefined ? shown.lines : shown.front).map(textOf))
  }
  const settle = () => {
    const [now, before, isAnswer] = [shown, said, isAnswering]
    if (!now) return
    catchUp()
    if (!before) say([INTRODUCTION])
    if (before?.place !== now.place) {
      isOwed = now.isBusy
      if (!isOwed) return sayAll()
      say([sentence(now.place), 'Loading.'])
      return wait(sayAll, OWED_MS)
    }
    if (isOwed && now.popup === undefined) return now.isBusy ? wait(sayAll, OWED_MS) : sayAll()
    // The same notice is said again as the answer to another key.
    if (!say(newsOf(before, now, isAnswer)) && isAnswer && now.notice) say([textOf(now.notice)])
  }

  return {
    /** Takes a frame; it is said once none has followed for a while. */
    show(rows: readonly string[]): void {
      const next = spokenOf(rows)
      // What turns or counts while something is under way must not keep all else from being said.
      const isNew = !shown || !isSame(shown, next)
      shown = next
      if (isNew) wait(settle, SETTLED_MS)
    },
    /** A key was pressed: its effect is said even where the same was said before. */
    keyPressed(): void {
      isAnswering = true
      wait(settle, SETTLED_MS)
    },
    sayAll,
    /** Says the selected row and its details. */
    sayRow(): void {
      if (!shown) return
      catchUp()
      const { front, selected } = shown
      if (!say([...selected, ...detailOf(front)].map(textOf))) say(['No row is selected.'])
    },
  }
}

const spokenOf = (rows: readonly string[]) => {
  const lines = rows
    .map((row): Line => {
      const { kind, text } = readMark(row)
      const spoken = spokenText(text)
      return { kind, text: spoken, key: timelessText(withoutPlace(spoken)) }
    })
    .filter(({ text }) => text !== '')
    // A rule parts panes as well, which have names of their own.
    .filter(({ kind }, at, all) => kind !== 'detail' || all[at + 1]?.kind === 'text')
  const at = lines.findLastIndex(({ kind }) => kind === 'popup')
  const isNotice = ({ kind }: Line) => kind === 'notice'
  const front = at < 0 ? lines : lines.slice(at).filter((line) => !isNotice(line) && line.kind !== 'aside')
  return {
    lines,
    place: lines.find(({ kind }) => kind === 'place')?.text ?? '',
    isBusy: lines.some(({ kind }) => kind === 'busy'),
    /** The title of what lies over the screen. */
    popup: lines[at]?.text,
    /** What keys move in: lines over the screen, or those of the screen. */
    front,
    selected: front.filter(({ kind }) => kind === 'selected'),
    notice: lines.find(isNotice),
  }
}

const isSame = (one: Spoken, other: Spoken): boolean =>
  one.lines.length === other.lines.length &&
  one.lines.every(({ kind, key, text }, at) => {
    const line = other.lines[at]
    return line !== undefined && kind === line.kind && (kind === 'selected' ? text === line.text : key === line.key)
  })

/** `row 2 of 14: opus` is the row that `opus` was before. */
const withoutPlace = (text: string): string => text.replace(/^row \d+ of \d+: /, '')

const sentence = (text: string): string => (/[.:!?]$/.test(text) ? text : `${text}.`)

const textOf = ({ kind, text }: Line): string => {
  if (kind === 'place') return sentence(text)
  if (kind === 'notice') return `Notice: ${text}`
  if (kind === 'busy') return 'Loading.'
  if (kind === 'selected' && !/^row \d+ of \d+:/.test(text)) return `${text}, selected`
  return kind === 'pane' || kind === 'detail' || kind === 'popup' ? text.replace(/:?$/, ':') : text
}

/** What is told of the selected row: from its heading to that of the next pane. */
const detailOf = (lines: readonly Line[]): readonly Line[] => {
  const from = lines.findIndex(({ kind }) => kind === 'detail')
  if (from < 0) return []
  const to = lines.findIndex(({ kind }, at) => at > from && kind !== 'text' && kind !== 'row')
  return lines.slice(from, to < 0 ? undefined : to)
}

/** What has become new from one frame to the next, in the order of its rows. */
const newsOf = (before: Spoken, now: Spoken, isAnswer: boolean): string[] => {
  const known = new Set(before.lines.map(({ key }) => key))
  const isNew = ({ key }: Line) => !known.has(key)
  const notice = now.notice && before.notice?.text !== now.notice.text ? [textOf(now.notice)] : []
  if (now.popup !== undefined && before.popup === undefined) return [...now.front.map(textOf), ...notice]
  if (now.popup === undefined && before.popup !== undefined)
    return [`${sentence(before.popup)} Closed.`, ...now.selected.map(textOf), ...notice]
  const moved = now.selected.filter(({ text }) => !before.selected.some((one) => one.text === text))
  if (isAnswer && moved.length > 0 && before.selected.length > 0) {
    const headings = now.front.filter((line) => line.kind === 'pane' && isNew(line))
    const pane = paneOf(now)
    const entered = pane && pane.key !== paneOf(before)?.key && !headings.includes(pane) ? [pane] : []
    return [...headings, ...entered, ...moved].map(textOf).concat(notice)
  }
  const isTold = ({ kind }: Line) => kind !== 'aside' && kind !== 'notice' && (isAnswer || kind !== 'busy')
  const told = now.front.filter((line) => isNew(line) && isTold(line))
  const rows = told.filter(({ kind }) => kind === 'row' || kind === 'selected')
  if (rows.length < MANY) return [...told.map(textOf), ...notice]
  const isFirst = before.selected.length === 0
  const count = Number(/^row \d+ of (\d+):/.exec(now.selected[0]?.text ?? '')?.[1] ?? rows.length)
  const others = told.filter((line) => isFirst || !rows.includes(line))
  return [isFirst ? `${count} rows loaded.` : `${rows.length} rows are new.`, ...others.map(textOf), ...notice]
}

/** Rows that are told of by their number. */
const MANY = 4

/** The heading of the pane that has the keys. */
const paneOf = ({ front, selected: [first] }: Spoken): Line | undefined =>
  first && front.slice(0, front.indexOf(first)).findLast(({ kind }) => kind === 'pane')
