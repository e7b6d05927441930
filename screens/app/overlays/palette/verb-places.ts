import { keysLabel } from '../../../../src/ui/keys/bindings.ts'
import { fitOf, type PaletteContext, type Place, type Provider } from './place.ts'
import type { ParsedArgument, Verb } from './verb.ts'
import { verbs } from './verbs.ts'

/** Max completions in the list. */
const MAX = 30

/** Verbs by name. Once a verb is typed in full: what Enter does with its argument, and completions of the argument. */
export const verbPlaces: Provider = {
  kind: 'verbs',
  find: (typed, context) => {
    const given = verbIn(typed)
    if (given) return placesOf(given.verb, given.argument, context)
    return verbs.filter((verb) => isHere(verb, context)).flatMap((verb) => verbPlace(verb, typed, context))
  },
}

/** The problem with a verb's argument, in one sentence; undefined if there is none, or if no verb is typed. */
export const verbProblem = (typed: string, context: PaletteContext): string | undefined => {
  const given = verbIn(typed)
  if (!given) return undefined
  if (!isHere(given.verb, context)) return `${given.verb.name} is not available on this screen.`
  const reading = given.verb.read(given.argument, context)
  return reading.is === 'wrong' ? reading.why : undefined
}

const isHere = ({ isHere }: Verb, context: PaletteContext): boolean => isHere?.(context) ?? true

/** The verb that a line starts with, and its argument. */
export const verbIn = (typed: string): { verb: Verb; argument: string } | undefined => {
  const verb = verbs.find(({ name }) => typed === name || typed.startsWith(`${name} `))
  return verb && { verb, argument: typed.slice(verb.name.length).trim() }
}

const keysOf = ({ action }: Verb, { actions }: PaletteContext): string => {
  const binding = actions.find((one) => one.binding.action === action)?.binding
  return binding ? keysLabel(binding) : 'verb'
}

const titleOf = ({ name, takes }: Verb): string => `${name} ${takes}`.trimEnd()

const runOf = (reading: ParsedArgument) => reading.is === 'ready' && { run: reading.run }

const verbPlace = (verb: Verb, typed: string, context: PaletteContext): Place[] => {
  const { name, help, takes } = verb
  const fit = typed === '' ? 'letters' : fitOf(name, typed)
  if (!fit) return []
  const place = { id: `verb:${name}`, text: titleOf(verb), detail: help, label: keysOf(verb, context), fit }
  return [takes === '' ? { ...place, line: name, ...runOf(verb.read('', context)) } : { ...place, line: `${name} ` }]
}

const placesOf = (verb: Verb, argument: string, context: PaletteContext): Place[] => {
  if (!isHere(verb, context)) return []
  const { name, help, takes } = verb
  const shared = { label: keysOf(verb, context), fit: 'whole' } as const
  const reading = verb.read(argument, context)
  const line = `${name} ${argument}`.trimEnd()
  const own: Place =
    reading.is !== 'ready'
      ? { ...shared, id: 'verb', text: titleOf(verb), detail: help, line: `${line} ` }
      : takes === ''
        ? { ...shared, id: 'verb', text: name, detail: help, line, run: reading.run }
        : { ...shared, id: 'verb', text: reading.does, detail: '', line, run: reading.run }
  const completions = (verb.complete?.(argument, context) ?? []).filter(({ text }) => text.trim() !== argument)
  const further = completions.slice(0, MAX).map(({ text, about }): Place => {
    const whole = `${name} ${text}`
    return {
      ...shared,
      id: `verb:${whole}`,
      text: whole,
      detail: about,
      line: whole,
      ...runOf(verb.read(text.trim(), context)),
    }
  })
  return reading.is === 'wrong' ? further : [own, ...further]
}
