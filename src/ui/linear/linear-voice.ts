import { wrapText } from '../../domain/text/fit.ts'
import { counted } from '../../domain/text/format.ts'
import { type LineKind, readMark } from './linear-marks.ts'
import { spokenText, timelessText } from './spoken-text.ts'

/** Time without another frame before a frame is spoken, ms. The effect of a key arrives sooner. */
export const SETTLED_MS = 150
/** Maximum wait for the content of a new screen, ms. Then the part that is loaded is spoken. */
const MAX_SCREEN_WAIT_MS = 3_000

export type LinearVoice = ReturnType<typeof createLinearVoice>

type VoiceOptions = {
  /** Writes lines permanently: they are never changed. */
  write: (text: string) => void
  /** Width of the terminal in cells, for wrapping lines between words. */
  columns: () => number
  /** Runs the callback later; returns a function that cancels it. */
  setTimer: (act: () => void, ms: number) => () => void
}

const INTRODUCTION =
  'Quarterdeck as text. Semicolon reads the screen again, comma reads the selected row with its details, question mark lists all keys.'

type Line = { kind: LineKind; text: string; key: string }

/** The parts of a frame to speak. */
type Spoken = ReturnType<typeof spokenOf>

/**
 * Speaks frames as lines of text, for screen reader and Braille users: the whole screen when it opens, only the row
 * when the cursor moves, and otherwise the changes. Changes that only reflect the passing of time are not spoken.
 */
export const createLinearVoice = ({ write, columns, setTimer }: VoiceOptions) => {
  let shown: Spoken | undefined
  let said: Spoken | undefined
  let stopTimer = () => {}
  /** Whether a screen was opened while loading and must still be spoken as a whole. */
  let isScreenPending = false
  /** Whether a key was pressed since the last text. */
  let isAnswering = false

  const say = (lines: readonly string[]): boolean => {
    const text = wrappedText(lines, Math.max(20, columns() - 1))
    if (text !== '') write(text)
    return text !== ''
  }
  const wait = (act: () => void, ms: number) => {
    stopTimer()
    stopTimer = setTimer(act, ms)
  }
  /** Marks the current frame as spoken. */
  const catchUp = () => {
    stopTimer()
    isAnswering = false
    said = shown
  }
  /** Speaks the whole screen, or the overlay. @param omitted - News that was spoken before. */
  const sayAll = (omitted: readonly Line[] = []) => {
    if (!shown) return
    const lines = shown.popup === undefined ? shown.lines : shown.front
    catchUp()
    isScreenPending = false
    say(lines.filter((line) => !isIn(omitted, line)).map(textOf))
  }
  const sayAllButNews = () => sayAll(said?.news)
  const settle = () => {
    const [now, before, isAnswer] = [shown, said, isAnswering]
    if (!now) return
    catchUp()
    if (!before) say([INTRODUCTION])
    if (before?.place !== now.place) {
      isScreenPending = now.isBusy
      if (!isScreenPending) return sayAll(before?.news)
      say([sentence(now.place), 'Loading.', ...newsSince(before, now)])
      return wait(sayAllButNews, MAX_SCREEN_WAIT_MS)
    }
    const news = newsSince(before, now)
    if (isScreenPending && now.popup === undefined) {
      say(news)
      return now.isBusy ? wait(sayAllButNews, MAX_SCREEN_WAIT_MS) : sayAllButNews()
    }
    // After another key, the same notice is repeated as its effect.
    if (!say([...changedLines(before, now, isAnswer), ...news]) && isAnswer && now.notice) say([textOf(now.notice)])
  }

  return {
    /** Receives a frame. It is spoken once no other frame has followed for a while. */
    show(rows: readonly string[]): void {
      const next = spokenOf(rows)
      // Spinners and counters of an operation in progress must not delay other text.
      const isNew = !shown || !isSame(shown, next)
      shown = next
      if (isNew) wait(settle, SETTLED_MS)
    },
    /** Call it at a key press: its effect is spoken even if the same text was spoken before. */
    keyPressed(): void {
      isAnswering = true
      wait(settle, SETTLED_MS)
    },
    sayAll: () => sayAll(),
    /** Speaks the selected row and its detail. */
    sayRow(): void {
      if (!shown) return
      catchUp()
      const { front, selected } = shown
      if (!say([...selected, ...detailOf(front)].map(textOf))) say(['No row is selected.'])
    },
  }
}

/** The lines, wrapped between words, each with its line break; empty if all lines are. */
const wrappedText = (lines: readonly string[], cells: number): string =>
  lines
    .filter((line) => line !== '')
    .flatMap((line) => wrapText(line, cells))
    .map((line) => `${line}\n`)
    .join('')

const spokenOf = (rows: readonly string[]) => {
  const lines = rows
    .map((row): Line => {
      const { kind, text } = readMark(row)
      const spoken = spokenText(text)
      return { kind, text: spoken, key: timelessText(withoutPlace(spoken)) }
    })
    .filter(({ text }) => text !== '')
    // A rule is the heading of a detail only if text follows. Otherwise it separates panes, which have their own headings.
    .filter(({ kind }, at, all) => kind !== 'detail' || all[at + 1]?.kind === 'text')
  const at = lines.findLastIndex(({ kind }) => kind === 'popup')
  const isNotice = ({ kind }: Line) => kind === 'notice'
  const front = at < 0 ? lines : lines.slice(at).filter((line) => !isNotice(line) && line.kind !== 'aside')
  return {
    lines,
    place: lines.find(({ kind }) => kind === 'place')?.text ?? '',
    isBusy: lines.some(({ kind }) => kind === 'busy'),
    /** The title of the overlay. */
    popup: lines[at]?.text,
    /** The lines in which keys move: those of the overlay, or of the screen. */
    front,
    selected: front.filter(({ kind }) => kind === 'selected'),
    notice: lines.find(isNotice),
    news: lines.filter(({ kind }) => kind === 'news'),
  }
}

const isSame = (one: Spoken, other: Spoken): boolean =>
  one.lines.length === other.lines.length &&
  one.lines.every(({ kind, key, text }, at) => {
    const line = other.lines[at]
    return line !== undefined && kind === line.kind && (kind === 'selected' ? text === line.text : key === line.key)
  })

/** `row 2 of 14: opus` is the same row as `opus`. */
const withoutPlace = (text: string): string => text.replace(/^row \d+ of \d+: /, '')

const sentence = (text: string): string => (/[.:!?]$/.test(text) ? text : `${text}.`)

const textOf = ({ kind, text }: Line): string => {
  if (kind === 'place') return sentence(text)
  if (kind === 'notice') return `Notice: ${text}`
  if (kind === 'busy') return 'Loading.'
  if (kind === 'selected' && !/^row \d+ of \d+:/.test(text)) return `${text}, selected`
  return kind === 'pane' || kind === 'detail' || kind === 'popup' ? text.replace(/:?$/, ':') : text
}

const isIn = (lines: readonly Line[], { kind, text }: Line): boolean =>
  lines.some((line) => line.kind === kind && line.text === text)

const newsSince = (before: Spoken | undefined, now: Spoken): string[] =>
  now.news.filter((line) => !before || !isIn(before.news, line)).map(textOf)

/** The detail of the selected row: from its heading to that of the next pane. */
const detailOf = (lines: readonly Line[]): readonly Line[] => {
  const from = lines.findIndex(({ kind }) => kind === 'detail')
  if (from < 0) return []
  const to = lines.findIndex(({ kind }, at) => at > from && kind !== 'text' && kind !== 'row')
  return lines.slice(from, to < 0 ? undefined : to)
}

/** The new lines of a frame compared to the previous one, in the order of its rows. */
const changedLines = (before: Spoken, now: Spoken, isAnswer: boolean): string[] => {
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
  const isSpoken = ({ kind }: Line) => !APART.has(kind) && (isAnswer || kind !== 'busy')
  const news = now.front.filter((line) => isNew(line) && isSpoken(line))
  const rows = news.filter(({ kind }) => kind === 'row' || kind === 'selected')
  if (rows.length < MANY) return [...news.map(textOf), ...notice]
  const isFirst = before.selected.length === 0
  const count = Number(/^row \d+ of (\d+):/.exec(now.selected[0]?.text ?? '')?.[1] ?? rows.length)
  const others = news.filter((line) => isFirst || !rows.includes(line))
  return [isFirst ? `${counted(count, 'row')} loaded.` : `${rows.length} new rows.`, ...others.map(textOf), ...notice]
}

/** Kinds of lines that are not spoken with the other changes. */
const APART: ReadonlySet<LineKind> = new Set(['aside', 'notice', 'news'])

/** From this number of rows on, only their number is spoken. */
const MANY = 4

/** The heading of the pane with the selected row. */
const paneOf = ({ front, selected: [first] }: Spoken): Line | undefined =>
  first && front.slice(0, front.indexOf(first)).findLast(({ kind }) => kind === 'pane')
