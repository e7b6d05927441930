import { type Picked, pickedOf } from '../../../src/domain/risk/change-filter.ts'
import { isJsonObject } from '../../../src/domain/settings-diff/json-value.ts'
import type { Sides } from './diff-places.ts'

/** Both settings as far as they are shown, a member at a time. */
export function* pickSides(
  before: unknown = {},
  after: unknown = {},
  picked: Picked | undefined = undefined,
): Generator<void, Sides> {
  return { before: yield* pickSteps(before, picked), after: yield* pickSteps(after, picked) }
}

function* pickSteps(settings: unknown, picked: Picked | undefined): Generator<void, unknown> {
  if (picked === undefined || picked.glob([]) || !isJsonObject(settings)) return pickedOf(settings, picked)
  const members: [string, unknown][] = []
  for (const name of Object.keys(settings)) {
    // Made from pairs: a member may be called __proto__.
    const own = pickedOf(Object.fromEntries([[name, settings[name]]]), picked)
    if (isJsonObject(own)) members.push(...Object.entries(own))
    yield
  }
  return Object.fromEntries(members)
}
