import { fuzzyScore } from '../../../../src/domain/text/fuzzy.ts'
import { keyLabel, type Reachable } from '../../../../src/ui/keys/bindings.ts'
import { fitOf } from './fit-of.ts'
import type { Place, Provider } from './place.ts'

/** Whether an action opens a screen. */
export const isOpening = ({ binding }: Reachable): boolean => binding.action.startsWith('open:')

/** An action where its help answers to what was typed: its letters in their order are enough. */
export const actionPlace = ({ binding, run }: Reachable, typed: string): Place[] => {
  const score = fuzzyScore(binding.help, typed)
  if (score === undefined) return []
  const label = binding.keys.map(keyLabel).join(' ')
  // What several bindings do is found as often as there are, each with its own keys.
  const id = `action:${binding.action}:${label}`
  return [{ id, text: binding.help, label, fit: fitOf(binding.help, typed) ?? 'letters', score, run }]
}

/** Everything that a key does here, by its help. */
export const actionPlaces: Provider = {
  kind: 'actions',
  find: (typed, { actions }) => actions.filter((one) => !isOpening(one)).flatMap((one) => actionPlace(one, typed)),
}
