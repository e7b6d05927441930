import { shownSetting } from '../../src/domain/mask-settings.ts'
import { toJson } from '../../src/domain/output.ts'
import { itemSteps } from '../../src/domain/settings-diff/diff-settings.ts'
import { isJsonObject, isScalars, type JsonObject, memberOf } from '../../src/domain/settings-diff/json-value.ts'
import { type Path, type Scalar, type Step, stepKey } from '../../src/domain/settings-diff/setting-path.ts'
import type { UnifiedLine } from '../../src/domain/settings-diff/unified-text.ts'

/** Both settings that unified lines were made of. */
export type Sides = { before: unknown; after: unknown }

const depthOf = ({ text }: UnifiedLine): number => {
  let spaces = 0
  while (text.charCodeAt(spaces) === 0x20) spaces += 1
  return spaces / 2
}

const isCloser = ({ text }: UnifiedLine): boolean => /^ *[}\]],$/.test(text)
const isOpener = ({ text }: UnifiedLine): boolean => /[[{]$/.test(text)
const isOf = ({ sign }: UnifiedLine, isAfter: boolean): boolean => sign === ' ' || (sign === '+') === isAfter

const LABEL = /^ *("(?:[^"\\]|\\.)*"): /
const labelOf = ({ text }: UnifiedLine): string | undefined => LABEL.exec(text)?.[1]

/** Where in the settings a line stands; that of the part for the line that ends it. */
export const pathAtLine = (lines: readonly UnifiedLine[], at: number, sides: Sides): Path => {
  const isAfter = lines[at]?.sign === '+'
  return toPath(placesAbove(lines, at, isAfter), isAfter ? sides.after : sides.before, isAfter)
}

/** A name as it is shown, or a place in a list. */
type Spot = { label: string | undefined; index: number }

const placesAbove = (lines: readonly UnifiedLine[], at: number, isAfter: boolean): Spot[] => {
  const spots: Spot[] = []
  let line = lines[at]
  if (!line) return spots
  let depth = depthOf(line)
  let start = at
  if (isCloser(line)) {
    while (start > 0 && !(isOpening(lines, start, isAfter) && depthOf(lines[start] as UnifiedLine) === depth))
      start -= 1
  }
  while (depth > 0) {
    line = lines[start] as UnifiedLine
    const label = labelOf(line)
    let index = 0
    let above = start - 1
    for (; above >= 0; above -= 1) {
      const other = lines[above] as UnifiedLine
      if (!isOf(other, isAfter)) continue
      const otherDepth = depthOf(other)
      if (otherDepth < depth) break
      if (otherDepth === depth && !isCloser(other)) index += 1
    }
    spots.push({ label, index })
    start = above
    depth -= 1
  }
  return spots.reverse()
}

const isOpening = (lines: readonly UnifiedLine[], at: number, isAfter: boolean): boolean => {
  const line = lines[at] as UnifiedLine
  return isOf(line, isAfter) && isOpener(line) && !isCloser(line)
}

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
  // A name may hold a secret: then the one that is shown like that is meant.
  const name = Object.keys(value).find((one) => toJson(shownSetting(one)) === label)
  return name === undefined ? undefined : { is: 'member', name }
}

const stepTo = (list: readonly unknown[], index: number, isAfter: boolean): Step => {
  if (!isScalars(list)) return itemSteps(list, isAfter)(index)
  const value = list[index] as Scalar
  const nth = list.slice(0, index + 1).filter((entry) => Object.is(entry, value)).length
  return { is: 'entry', value, nth }
}

/** The first line of what is at a path; that of the nearest part above it that there is a line of. */
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
    const next = childLine(lines, found, level + 1, isAfter, label, index)
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
  for (const isAdded of [isAfter, !isAfter]) {
    const steps = itemSteps(list, isAdded)
    const index = list.findIndex((_, at) => stepKey(steps(at)) === key)
    if (index >= 0) return index
  }
  return -1
}

const childLine = (
  lines: readonly UnifiedLine[],
  parent: number,
  depth: number,
  isAfter: boolean,
  label: string | undefined,
  index: number,
): number => {
  let count = 0
  for (let at = parent + 1; at < lines.length; at += 1) {
    const line = lines[at] as UnifiedLine
    if (!isOf(line, isAfter)) continue
    const own = depthOf(line)
    if (own < depth) return -1
    if (own > depth || isCloser(line)) continue
    if (label === undefined ? count === index : labelOf(line) === label) return at
    count += 1
  }
  return -1
}
