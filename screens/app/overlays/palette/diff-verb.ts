import type { PaletteWorld } from './place.ts'
import { loadedRevisions, revisionFacts } from './revision-places.ts'
import type { Verb, VerbCompletion, VerbReading } from './verb.ts'

/** A number, `latest`, or `latest~3`. */
const revisionOf = (word: string, newest: number | undefined): number | undefined => {
  if (/^\d{1,9}$/.test(word)) return Number(word)
  const back = /^latest(?:~(\d{1,4}))?$/.exec(word)
  return back && newest !== undefined ? newest - Number(back[1] ?? 0) : undefined
}

const isRevision = (word: string): boolean => /^(\d{1,9}|latest(~\d{1,4})?)$/.test(word)

export const diffVerb: Verb = {
  name: 'diff',
  takes: 'A B [PATHS]',
  help: 'what differs between two revisions of the controls: 41 47 sandbox.**',
  complete: (typed, world): VerbCompletion[] => {
    const words = typed.split(' ').filter(Boolean)
    const whole = words.filter(isRevision)
    if (whole.length > 2 || words.length > 2) return []
    // A number may be the beginning of a longer one.
    const open = words.at(-1) ?? ''
    const before = words.slice(0, -1).join(' ')
    return loadedRevisions(world).flatMap((one) => {
      const text = String(one.revision ?? '')
      if (words.length === 2 || open !== text) {
        if (!text.startsWith(open)) return []
        return { text: `${before} ${text}`.trim(), about: revisionFacts(one) }
      }
      return []
    })
  },
  read: (typed, world): VerbReading => {
    const [a = '', b = '', ...rest] = typed.split(' ').filter(Boolean)
    const wrong = [a, b].find((word) => word !== '' && !isRevision(word))
    if (wrong !== undefined)
      return { is: 'wrong', why: `"${wrong}" is no revision: write a number, latest or latest~1.` }
    if (b === '') return { is: 'unfinished' }
    if (rest.length > 1) return { is: 'wrong', why: 'Behind two revisions stands one pattern of paths: sandbox.**' }
    return readDiff([a, b], rest[0] ?? '', world)
  },
}

const readDiff = (words: [string, string], paths: string, world: PaletteWorld): VerbReading => {
  const newest = loadedRevisions(world)[0]?.revision
  const marks = words.map((word) => revisionOf(word, newest))
  const [a, b] = marks
  if (a === undefined || b === undefined) return { is: 'wrong', why: 'The newest revision is not known yet.' }
  const last = newest ?? Number.POSITIVE_INFINITY
  const missing = [a, b].find((one) => one < 1 || one > last)
  if (missing !== undefined) return { is: 'wrong', why: `There is no revision ${missing}: the newest is ${newest}.` }
  if (a === b) return { is: 'wrong', why: 'Nothing differs between a revision and itself.' }
  const [base, revision] = [Math.min(a, b), Math.max(a, b)]
  const inside = new Map(paths === '' ? [] : [['filter', paths]])
  return {
    is: 'ready',
    does: `what differs between ${base} and ${revision}${paths === '' ? '' : ` in ${paths}`}`,
    run: () => world.openScreen('controls', { base, revision }, new Map([['first inside', inside]])),
  }
}
