import { toJson } from '../../../src/domain/output/output.ts'
import { type Picked, pickedOf } from '../../../src/domain/risk/change-filter.ts'
import { shownSetting } from '../../../src/domain/secrets/mask-settings.ts'
import { itemSteps } from '../../../src/domain/settings-diff/diff-settings.ts'
import { isJsonObject, isScalars, type JsonObject, memberOf } from '../../../src/domain/settings-diff/json-value.ts'
import { type Path, type Scalar, type Step, stepKey } from '../../../src/domain/settings-diff/setting-path.ts'
import type { UnifiedLine } from '../../../src/domain/settings-diff/unified-text.ts'

/** Both settings that unified lines were made of. */
export type Sides = { before: unknown; after: unknown }

const isOf = ({ sign }: UnifiedLine, isAfter: boolean): boolean => sign === ' ' || (sign === '+') === isAfter

/** How lines nest, each by its index. */
type Layout = {
  /** The first line of the parent; -1 for the outermost. */
  parent: Int32Array
  /** The first line of the part: another one only for its closing line. */
  start: Int32Array
  /** Index of the part in its parent, on each side. */
  before: Int32Array
  after: Int32Array
}

const layouts = new WeakMap<readonly UnifiedLine[], Layout>()

const layoutOf = (lines: readonly UnifiedLine[]): Layout => {
  const known = layouts.get(lines)
  if (known) return known
  const steps = layoutSteps(lines)
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}

/** Lines that are looked at in one step. */
const STEP = 10_000

/** Finds out how lines nest, in steps, so that no frame has to wait for it later. */
export function* layoutSteps(lines: readonly UnifiedLine[]): Generator<void, Layout> {
  const make = () => new Int32Array(lines.length)
  const layout: Layout = { parent: make(), start: make(), before: make(), after: make() }
  // The last part that began at each depth, and how many parts of each side it holds so far.
  const begun: number[] = []
  const [olds, nows] = [new Int32Array(MAX_LINE_DEPTH), new Int32Array(MAX_LINE_DEPTH)]
  for (let at = 0; at < lines.length; at += 1) {
    if (at % STEP === STEP - 1) yield
    const { text, sign } = lines[at] as UnifiedLine
    let spaces = 0
    while (text.charCodeAt(spaces) === SPACE) spaces += 1
    const depth = spaces / 2
    const isEnd =
      text.length === spaces + 2 && (text.charCodeAt(spaces) === CURLY || text.charCodeAt(spaces) === SQUARE)
    layout.parent[at] = begun[depth - 1] ?? -1
    layout.start[at] = isEnd ? (begun[depth] ?? at) : at
    layout.before[at] = olds[depth] ?? 0
    layout.after[at] = nows[depth] ?? 0
    if (isEnd) continue
    begun[depth] = at
    if (sign !== '+') olds[depth] = (olds[depth] ?? 0) + 1
    if (sign !== '-') nows[depth] = (nows[depth] ?? 0) + 1
    olds[depth + 1] = 0
    nows[depth + 1] = 0
  }
  layouts.set(lines, layout)
  return layout
}

/** Levels of lines, more than are ever printed. */
const MAX_LINE_DEPTH = 512
const [SPACE, CURLY, SQUARE] = [0x20, 0x7d, 0x5d]

const LABEL = /^ *("(?:[^"\\]|\\.)*"): /
const labelOf = (line: UnifiedLine | undefined): string | undefined => LABEL.exec(line?.text ?? '')?.[1]

/** The path of a line; that of its part for a closing line. */
export const pathAtLine = (lines: readonly UnifiedLine[], at: number, sides: Sides): Path => {
  const isAfter = lines[at]?.sign === '+'
  const { parent, start, before, after } = layoutOf(lines)
  const spots: Spot[] = []
  for (let place = start[at] ?? -1; place >= 0 && (parent[place] ?? -1) >= 0; place = parent[place] ?? -1) {
    spots.push({ label: labelOf(lines[place]), index: (isAfter ? after[place] : before[place]) ?? 0 })
  }
  return toPath(spots.reverse(), isAfter ? sides.after : sides.before, isAfter)
}

/** A name as it is shown, or a place in a list. */
type Spot = { label: string | undefined; index: number }

const toPath = (spots: readonly Spot[], settings: unknown, isAfter: boolean): Path => {
  const path: Step[] = []
  let value = settings
  for (const { label, index } of spots) {
    const step = Array.isArray(value) ? stepTo(value, index, isAfter) : memberStep(value, label)
    if (step === undefined) break
    path.push(step)
    value = Array.isArray(value)
      ? value[index]
      : step.is === 'member'
        ? memberOf(value as JsonObject, step.name)
        : undefined
  }
  return path
}

const memberStep = (value: unknown, label: string | undefined): Step | undefined => {
  if (!isJsonObject(value) || label === undefined) return undefined
  const shown = JSON.parse(label) as string
  if (Object.hasOwn(value, shown)) return { is: 'member', name: shown }
  // A name with a secret is found by how it is shown.
  const name = Object.keys(value).find((one) => toJson(shownSetting(one)) === label)
  return name === undefined ? undefined : { is: 'member', name }
}

const stepTo = (list: readonly unknown[], index: number, isAfter: boolean): Step => {
  const steps = stepsOf(list)
  if (steps) return (isAfter ? steps.after : steps.before)(index)
  const value = list[index] as Scalar
  const nth = list.slice(0, index + 1).filter((entry) => Object.is(entry, value)).length
  return { is: 'entry', value, nth }
}

type ItemStep = (index: number) => Step
const knownSteps = new WeakMap<readonly unknown[], { before: ItemStep; after: ItemStep }>()

/** The steps to the items of a list, cached as they take a look at all; undefined for a list of scalars. */
const stepsOf = (list: readonly unknown[]): { before: ItemStep; after: ItemStep } | undefined => {
  let steps = knownSteps.get(list)
  if (!steps && !isScalars(list)) {
    steps = { before: itemSteps(list), after: itemSteps(list, true) }
    knownSteps.set(list, steps)
  }
  return steps
}

/** The first line of a path; else that of its nearest ancestor that has a line. */
export const lineOfPath = (lines: readonly UnifiedLine[], path: Path, sides: Sides): number => {
  const [old, now] = [lineOn(lines, path, sides.before, false), lineOn(lines, path, sides.after, true)]
  if (old.level !== now.level) return old.level > now.level ? old.at : now.at
  return Math.min(old.at, now.at)
}

/** The line of the last part of a path that one side has, and how many steps of the path lead there. */
const lineOn = (
  lines: readonly UnifiedLine[],
  path: Path,
  settings: unknown,
  isAfter: boolean,
): { at: number; level: number } => {
  let found = lines.findIndex((line) => isOf(line, isAfter))
  let value = settings
  for (const [level, step] of path.entries()) {
    const index = Array.isArray(value) ? indexOf(value, step, isAfter) : -1
    const name = step.is === 'member' && isJsonObject(value) && Object.hasOwn(value, step.name) ? step.name : undefined
    if (index < 0 && name === undefined) return { at: found, level }
    const label = name === undefined ? undefined : toJson(shownSetting(name))
    const next = childLine(lines, found, isAfter, label, index)
    if (next < 0) return { at: found, level }
    found = next
    value = name === undefined ? (value as unknown[])[index] : memberOf(value as JsonObject, name)
  }
  return { at: found, level: path.length }
}

const indexOf = (list: readonly unknown[], step: Step, isAfter: boolean): number => {
  const key = stepKey(step)
  if (step.is === 'entry') {
    let nth = 0
    return list.findIndex((entry) => Object.is(entry, step.value) && ++nth === step.nth)
  }
  const both = stepsOf(list)
  for (const steps of both ? [isAfter ? both.after : both.before, isAfter ? both.before : both.after] : []) {
    const index = list.findIndex((_, at) => stepKey(steps(at)) === key)
    if (index >= 0) return index
  }
  return -1
}

const childLine = (
  lines: readonly UnifiedLine[],
  parent: number,
  isAfter: boolean,
  label: string | undefined,
  index: number,
): number => {
  const { parent: parents, start, before, after } = layoutOf(lines)
  const places = isAfter ? after : before
  for (let at = parent + 1; at < lines.length; at += 1) {
    const holder = parents[at] ?? -1
    if (holder < parent) return -1
    if (holder !== parent || start[at] !== at) continue
    const line = lines[at] as UnifiedLine
    if (isOf(line, isAfter) && (label === undefined ? places[at] === index : labelOf(line) === label)) return at
  }
  return -1
}

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
