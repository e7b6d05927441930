import { memoizePerObject } from '../../../src/base/memoize.ts'
import { type Picked, pickedOf } from '../../../src/domain/risk/change-filter.ts'
import { itemSteps } from '../../../src/domain/settings-diff/diff-settings.ts'
import { isJsonObject, isScalars, type JsonObject, memberOf } from '../../../src/domain/settings-diff/json-value.ts'
import { type Path, type Scalar, type Step, stepKey } from '../../../src/domain/settings-diff/setting-path.ts'
import type { LinePart, UnifiedLine } from '../../../src/domain/settings-diff/unified-text.ts'

/** The settings that the unified lines come from. */
export type Sides = { before: unknown; after: unknown }

/** The path of a line. A closing bracket has the path of its list or object. */
export const pathAtLine = ({ sign, part }: UnifiedLine, sides: Sides): Path => {
  const isAfter = sign === '+'
  const parts: LinePart[] = []
  for (let one = part; one.parent; one = one.parent) parts.unshift(one)
  const path: Step[] = []
  let value = isAfter ? sides.after : sides.before
  for (const { name, before, after } of parts) {
    const index = isAfter ? after : before
    path.push(name === undefined ? itemStep(value as unknown[], index, isAfter) : { is: 'member', name })
    value = name === undefined ? (value as unknown[])[index] : memberOf(value as JsonObject, name)
  }
  return path
}

const itemStep = (list: readonly unknown[], index: number, isAfter: boolean): Step => {
  if (!isScalars(list)) return stepsOf(list)[isAfter ? 'after' : 'before'](index)
  const value = list[index] as Scalar
  const nth = list.slice(0, index + 1).filter((entry) => Object.is(entry, value)).length
  return { is: 'entry', value, nth }
}

/** Memoized, because finding unique keys reads all items of a list. */
const stepsOf = memoizePerObject((list: readonly unknown[]) => ({
  before: itemSteps(list),
  after: itemSteps(list, true),
}))

/** The first line of a path, or of its nearest ancestor that has a line. */
export const lineOfPath = (lines: readonly UnifiedLine[], path: Path, sides: Sides): number => {
  const [old, now] = [lineOn(lines, path, sides.before, false), lineOn(lines, path, sides.after, true)]
  if (old.level !== now.level) return old.level > now.level ? old.at : now.at
  return Math.min(old.at, now.at)
}

/** The line of the deepest part of a path that exists on one side, and how many steps lead to it. */
const lineOn = (
  lines: readonly UnifiedLine[],
  path: Path,
  settings: unknown,
  isAfter: boolean,
): { at: number; level: number } => {
  const isOnSide = ({ sign }: UnifiedLine): boolean => sign === ' ' || (sign === '+') === isAfter
  let at = lines.findIndex(isOnSide)
  let value = settings
  for (const [level, step] of path.entries()) {
    const name = step.is === 'member' ? step.name : undefined
    const index = Array.isArray(value) ? indexOf(value, step, isAfter) : -1
    const parent = lines[at]?.part
    const next = lines.findIndex((line, place) => {
      if (place <= at || line.part.parent !== parent || line.part.name !== name || !isOnSide(line)) return false
      return name !== undefined || (isAfter ? line.part.after : line.part.before) === index
    })
    if (next < 0) return { at, level }
    at = next
    value = name === undefined ? (value as unknown[])[index] : memberOf(value as JsonObject, name)
  }
  return { at, level: path.length }
}

const indexOf = (list: readonly unknown[], step: Step, isAfter: boolean): number => {
  const key = stepKey(step)
  if (step.is === 'entry') {
    let nth = 0
    return list.findIndex((entry) => Object.is(entry, step.value) && ++nth === step.nth)
  }
  if (isScalars(list)) return -1
  const { before, after } = stepsOf(list)
  for (const steps of isAfter ? [after, before] : [before, after]) {
    const index = list.findIndex((_, at) => stepKey(steps(at)) === key)
    if (index >= 0) return index
  }
  return -1
}

/** Both settings reduced to the filtered parts. Yields after each top-level member. */
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
    // Built from entries, because a member can be named `__proto__`.
    const own = pickedOf(Object.fromEntries([[name, settings[name]]]), picked)
    if (isJsonObject(own)) members.push(...Object.entries(own))
    yield
  }
  return Object.fromEntries(members)
}
