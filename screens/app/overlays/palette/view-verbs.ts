import { validateAsOfDay } from '../../../../src/domain/calendar/as-of.ts'
import { type Day, isDay } from '../../../../src/domain/calendar/calendar.ts'
import { parseRangeText } from '../../../../src/domain/calendar/range-words.ts'
import { rangeOf } from '../../../../src/domain/calendar/shift-range.ts'
import { dayLabel } from '../../../../src/domain/text/format.ts'
import { safeText } from '../../../../src/domain/text/safe-text.ts'
import { diffState, historyState } from '../../../controls/shared/controls-state.ts'
import { ScreenState } from '../../../kit/screen/screen-state.ts'
import { AS_OF, BACK_TO_NOW } from '../../../kit/session/use-range.ts'
import { loadedRevisions, revisionFacts } from './data-places.ts'
import type { PaletteContext } from './place.ts'
import { type ParsedArgument, parsed, ready, startingWith, unfinished, type Verb, wrong } from './verb.ts'

export const filterVerb: Verb = {
  name: 'filter',
  takes: 'WORDS',
  help: 'show only matching rows',
  action: 'filter',
  isHere: ({ offer }) => offer.filter !== undefined,
  complete: (typed, { offer }) => {
    const { from = 0, texts = [] } = offer.filter?.completions(typed) ?? {}
    return texts.map((text) => ({ text: safeText(typed.slice(0, from) + text), about: '' }))
  },
  read: (typed, { offer: { filter } }) => {
    if (typed === '') return ready('show all rows', () => filter?.set(''))
    const why = filter?.problemOf(typed)
    if (why !== undefined) return { is: 'wrong', why }
    return ready(`show only rows matching ${safeText(typed)}`, () => filter?.set(typed))
  },
}

/** The orders of the shown list, from its key bindings. */
const sorts = ({ actions }: PaletteContext) =>
  actions.flatMap(({ binding, run }) => {
    const by = binding.sortsBy
    return by === undefined ? [] : { text: by, about: 'repeat it to reverse the order', run }
  })

export const sortVerb: Verb = {
  name: 'sort',
  takes: 'BY',
  help: 'sort the rows',
  isHere: (context) => sorts(context).length > 0,
  complete: (typed, context) => sorts(context).filter(({ text }) => text.includes(typed.toLowerCase())),
  read: (typed, context) => {
    if (typed === '') return unfinished
    const known = sorts(context)
    const found = known.find(({ text }) => text === typed) ?? startingWith(typed, known)[0]
    if (found) return ready(`sort by ${found.text}`, found.run)
    return wrong(`These rows can be sorted by ${known.map(({ text }) => text).join(', ')}.`)
  },
}

export const exportVerb: Verb = {
  name: 'export',
  takes: 'FORMAT',
  help: 'export this view to a file',
  action: 'export',
  isHere: ({ offer }) => offer.exports !== undefined,
  complete: (typed, { offer }) =>
    startingWith(
      typed,
      (offer.exports?.formats() ?? []).map(({ id, title }) => ({ text: id, about: title })),
    ),
  read: (typed, { offer }) => {
    const formats = offer.exports?.formats() ?? []
    if (formats.length === 0) return wrong('Nothing to export here.')
    if (typed === '') return unfinished
    // Users may also type the file extension.
    const format = formats.find(({ id }) => id === typed) ?? formats.find(({ extension }) => extension === typed)
    if (!format) return wrong(`Write ${formats.map(({ id }) => id).join(' or ')}.`)
    return ready(`export as ${format.title}`, () => offer.exports?.choose(format.id))
  },
}

export const atVerb: Verb = {
  name: 'at',
  takes: 'DAY|now',
  help: 'show readiness and controls as of a day: 2026-11-01, 1 nov',
  complete: (typed) => startingWith(typed, [{ text: 'now', about: 'current data' }]),
  read: (typed, { now, set }) => {
    if (typed === '') return unfinished
    if (typed.toLowerCase() === 'now')
      return ready('show current data', () => set({ at: undefined, notice: BACK_TO_NOW }))
    return parsed(() => {
      const day = dayIn(typed, now)
      if (day === undefined) return wrong('Write one day: 2026-11-01 or 1 nov.')
      return ready(`show data as of ${dayLabel(day)}`, () => set({ at: day, notice: AS_OF }))
    })
  },
}

/** @throws AppError of kind `usage`. */
const dayIn = (text: string, now: number): Day | undefined => {
  if (isDay(text)) return validateAsOfDay(text, now)
  const { from, to } = rangeOf(parseRangeText(text, now), now)
  return from === to ? from : undefined
}

/** Parses a number, `latest` or `latest~3`. Until the newest revision is loaded, only a number has a result. */
const revisionOf = (word: string, newest: number | undefined): number | undefined => {
  if (/^\d{1,9}$/.test(word)) return Number(word)
  const back = /^latest(?:~(\d{1,4}))?$/.exec(word)
  return back && newest !== undefined ? newest - Number(back[1] ?? 0) : undefined
}

const isRevision = (word: string): boolean => /^(\d{1,9}|latest(~\d{1,4})?)$/.test(word)

export const diffVerb: Verb = {
  name: 'diff',
  takes: 'A B [PATHS]',
  help: 'compare two revisions: 41 47 sandbox.**',
  complete: (typed, context) => {
    const words = typed.split(' ').filter(Boolean)
    const open = words.at(-1) ?? ''
    const before = words.slice(0, -1).join(' ')
    if (words.length > 2) return []
    return loadedRevisions(context).flatMap((one) => {
      const text = String(one.revision ?? '')
      // A typed number may be the start of a longer one.
      const isWanted = text.startsWith(open) && (words.length === 2 || open !== text)
      return isWanted ? { text: `${before} ${text}`.trim(), about: revisionFacts(one) } : []
    })
  },
  read: (typed, context) => {
    const [a = '', b = '', ...rest] = typed.split(' ').filter(Boolean)
    const invalid = [a, b].find((word) => word !== '' && !isRevision(word))
    if (invalid !== undefined) return wrong(`"${invalid}" is not a revision: use a number, latest or latest~1.`)
    if (b === '') return unfinished
    if (rest.length > 1) return wrong('After two revisions, give one path pattern: sandbox.**')
    return readDiff([a, b], rest[0] ?? '', context)
  },
}

const readDiff = (words: [string, string], paths: string, context: PaletteContext): ParsedArgument => {
  const newest = loadedRevisions(context)[0]?.revision
  const marks = words.map((word) => revisionOf(word, newest))
  const [a, b] = marks
  if (a === undefined || b === undefined) return wrong('Revisions are still loading.')
  const last = newest ?? Number.POSITIVE_INFINITY
  const missing = [a, b].find((one) => one < 1 || one > last)
  if (missing !== undefined) return wrong(`Revision ${missing} does not exist.`)
  if (a === b) return wrong('Choose two different revisions.')
  const [base, revision] = [Math.min(a, b), Math.max(a, b)]
  const inside = new ScreenState()
  if (paths !== '') inside.set(diffState.filter, paths)
  return ready(`compare ${base} and ${revision}${paths === '' ? '' : ` in ${paths}`}`, () =>
    context.openScreen('controls', { base, revision }, new ScreenState().set(historyState.firstInnerState, inside)),
  )
}
