import { keysLabel } from '../../../../src/ui/keys/bindings.ts'
import { fitOf, type PaletteWorld, type Place, type Provider } from './place.ts'
import type { Verb } from './verb.ts'
import { verbs } from './verbs.ts'

/** Completions that are listed. */
const MAX = 30

/** Verbs by their names; of one that is typed in full, what stands behind it, how that could go on, and what Enter does. */
export const verbPlaces: Provider = {
  kind: 'verbs',
  find: (typed, world) => {
    const given = verbIn(typed, world)
    if (given) return placesOf(given.verb, given.argument, world)
    return verbs.filter((verb) => isHere(verb, world)).flatMap((verb) => verbPlace(verb, typed, world))
  },
}

/** What is wrong with what stands behind a verb, in one sentence; undefined: nothing, or there is no verb. */
export const verbProblem = (typed: string, world: PaletteWorld): string | undefined => {
  const given = verbIn(typed, world)
  if (!given) return undefined
  if (!isHere(given.verb, world)) return `Nothing here is for ${given.verb.name}.`
  const reading = given.verb.read(given.argument, world)
  return reading.is === 'wrong' ? reading.why : undefined
}

const isHere = ({ isHere }: Verb, world: PaletteWorld): boolean => isHere?.(world) ?? true

const verbIn = (typed: string, _world: PaletteWorld): { verb: Verb; argument: string } | undefined => {
  const verb = verbs.find(({ name }) => typed === name || typed.startsWith(`${name} `))
  return verb && { verb, argument: typed.slice(verb.name.length).trim() }
}

const keysOf = ({ action }: Verb, { actions }: PaletteWorld): string => {
  const binding = actions.find((one) => one.binding.action === action)?.binding
  return binding ? keysLabel(binding) : 'verb'
}

const titleOf = ({ name, takes }: Verb): string => (takes === '' ? name : `${name} ${takes}`)

const verbPlace = (verb: Verb, typed: string, world: PaletteWorld): Place[] => {
  const { name, help, takes } = verb
  const fit = typed === '' ? 'letters' : fitOf(name, typed)
  if (!fit) return []
  const reading = verb.read('', world)
  return [
    {
      id: `verb:${name}`,
      text: titleOf(verb),
      detail: help,
      label: keysOf(verb, world),
      fit,
      line: takes === '' ? name : `${name} `,
      ...(reading.is === 'ready' && takes === '' && { run: reading.run }),
    },
  ]
}

const placesOf = (verb: Verb, argument: string, world: PaletteWorld): Place[] => {
  if (!isHere(verb, world)) return []
  const { name, help, takes } = verb
  const label = keysOf(verb, world)
  const reading = verb.read(argument, world)
  const own: Place[] =
    reading.is === 'wrong'
      ? []
      : [
          {
            id: 'verb',
            text: reading.is === 'ready' && takes !== '' ? reading.does : titleOf(verb),
            detail: reading.is === 'ready' && takes !== '' ? '' : help,
            label,
            fit: 'whole',
            line: `${name} ${argument}`.trimEnd() + (reading.is === 'ready' ? '' : ' '),
            ...(reading.is === 'ready' && { run: reading.run }),
          },
        ]
  const completions = (verb.complete?.(argument, world) ?? []).filter(({ text }) => text.trim() !== argument)
  const further = completions.slice(0, MAX).map(({ text, about }): Place => {
    const then = verb.read(text.trim(), world)
    return {
      id: `verb:${name} ${text}`,
      text: `${name} ${text}`,
      detail: about,
      label,
      fit: 'whole',
      line: `${name} ${text}`,
      ...(then.is === 'ready' && { run: then.run }),
    }
  })
  return [...own, ...further]
}
