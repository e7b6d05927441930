import { wrapText } from '../../domain/text/fit.ts'
import { type LineKind, readMark } from './linear-marks.ts'
import { spokenText, timelessText } from './spoken-text.ts'

/** After this long without another frame what is shown is said, ms: what comes with a key comes sooner. */
export const SETTLED_MS = 150
/** So long what a new screen shows is waited for, ms; then it is said as far as it has come. */
const OWED_MS = 3_000

export type LinearVoice = {
  /** Takes a frame; it is said once none has followed for a while. */
  show(rows: readonly string[]): void
  /** A key was pressed: what it has led to is said even where it is what was said before. */
  keyPressed(): void
  /** Says the whole screen, or what lies over it, again. */
  sayAll(): void
  /** Says the selected row, and what is told of it. */
  sayRow(): void
}

export type VoiceOptions = {
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
type Spoken = {
  lines: readonly Line[]
  place: string
  isBusy: boolean
  /** The title of what lies over the screen. */
  popup: string | undefined
  /** What keys move in: lines over the screen, or those of the screen. */
  front: readonly Line[]
  selected: readonly Line[]
  notice: Line | undefined
}

/**
 * Says frames as lines of text, one after the other, for those who hear or feel a screen: the whole of a screen when it is opened, the
 * row alone when the cursor moves, and otherwise what has become new. Nothing is said of what only grows older.
 */
export const createLinearVoice = ({ write, columns, setTimer }: VoiceOptions): LinearVoice => {
  let shown: Spoken | undefined
  let said: Spoken | undefined
  let forgetTimer = () => {}
  let isOwed = false
  let isAnswering = false

  const say = (lines: readonly string[]) => {
    const text = lines
      .filter((line) => line !== '')
      .flatMap((line) => wrapText(line, Math.max(20, columns() - 1)))
      .map((line) => `${line}\n`)
      .join('')
    if (text !== '') write(text)
    return text !== ''
  }
  const sayWhole = (spoken: Spoken) => say(wholeOf(spoken.popup === undefined ? spoken.lines : spoken.front))

  const settle = () => {
    const now = shown
    if (!now) return
    const before = said
    const isAnswer = isAnswering
    said = now
    isAnswering = false
    if (!before) say([INTRODUCTION])
    if (before?.place !== now.place) {
      isOwed = now.isBusy
      if (!now.isBusy) return void sayWhole(now)
      say([sentence(now.place), 'Loading.'])
      forgetTimer = setTimer(sayOwed, OWED_MS)
      return
    }
    if (isOwed && now.popup === undefined) {
      if (now.isBusy) forgetTimer = setTimer(sayOwed, OWED_MS)
      else sayOwed()
      return
    }
    const news = newsOf(before, now, isAnswer)
    if (say(news) || !isAnswer) return
    // Heard a second time, an answer is an answer all the same.
    if (now.notice) say([textOf(now.notice)])
  }
  const sayOwed = () => {
    if (!isOwed || !shown) return
    isOwed = false
    said = shown
    sayWhole(shown)
  }
  const wait = () => {
    forgetTimer()
    forgetTimer = setTimer(settle, SETTLED_MS)
  }

  return {
    show(rows) {
      const next = spokenOf(rows)
      // What turns or counts while something is under way must not keep all else from being said.
      if (shown && isSame(shown, next)) {
        shown = next
        return
      }
      shown = next
      wait()
    },
    keyPressed() {
      isAnswering = true
      wait()
    },
    sayAll() {
      if (!shown) return
      forgetTimer()
      isOwed = false
      isAnswering = false
      said = shown
      sayWhole(shown)
    },
    sayRow() {
      if (!shown) return
      forgetTimer()
      isAnswering = false
      said = shown
      const { front, selected } = shown
      if (!say([...selected.map(textOf), ...detailOf(front).map(textOf)])) say(['No row is selected.'])
    },
  }
}

const spokenOf = (rows: readonly string[]): Spoken => {
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
    popup: lines[at]?.text,
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

const wholeOf = (lines: readonly Line[]): string[] => lines.map(textOf)

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
  if (now.popup !== undefined && before.popup === undefined) return [...wholeOf(now.front), ...notice]
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
