import { isContainer } from '../../../src/base/json.ts'
import { memoizePerObject } from '../../../src/base/memoize.ts'
import { itemSteps } from '../../../src/domain/settings-diff/diff-settings.ts'
import { isJsonObject, isScalars, scalarKey } from '../../../src/domain/settings-diff/json-value.ts'
import type { PathGlob } from '../../../src/domain/settings-diff/path-glob.ts'
import { type Path, pathKey, type Scalar, type Step, stepKey } from '../../../src/domain/settings-diff/setting-path.ts'

/** A part of a JSON value as a row of a tree. Its own parts are created on demand: there may be many thousands. */
export type ValueNode = {
  /** The key of its path: equal for the same part of values with the same shape. Never shown. */
  key: string
  /** The last step to it; undefined for the whole value. */
  step: Step | undefined
  above: ValueNode | undefined
  /** From 0; -1 for the whole value. */
  depth: number
  /** Secrets in settings are already replaced by marks. */
  value: unknown
}

/** The whole value, which has no row. */
export const valueRoot = (value: unknown): ValueNode => ({
  key: '',
  step: undefined,
  above: undefined,
  depth: -1,
  value,
})

/** The parts of a node in their order, cached. */
export const partsOf = memoizePerObject((node: ValueNode): readonly ValueNode[] => {
  const { value } = node
  if (Array.isArray(value)) return itemsOf(node, value)
  if (!isContainer(value)) return []
  return Object.entries(value).map(([name, member]) => partOf(node, { is: 'member', name }, member))
})

const itemsOf = (node: ValueNode, list: readonly unknown[]): ValueNode[] => {
  if (!isScalars(list)) {
    const steps = itemSteps(list)
    return list.map((item, index) => partOf(node, steps(index), item))
  }
  const counts = new Map<Scalar | symbol, number>()
  return list.map((value) => {
    const nth = (counts.get(scalarKey(value)) ?? 0) + 1
    counts.set(scalarKey(value), nth)
    return partOf(node, { is: 'entry', value, nth }, value)
  })
}

const partOf = (above: ValueNode, step: Step, value: unknown): ValueNode => ({
  key: above.key === '' ? pathKey([step]) : above.key + stepKey(step),
  step,
  above,
  depth: above.depth + 1,
  value,
})

/** Whether a part can be unfolded. */
export const hasParts = ({ value }: ValueNode): boolean =>
  Array.isArray(value) ? value.length > 0 : isJsonObject(value) && Object.keys(value).length > 0

export const pathOf = (node: ValueNode): Path => {
  const steps: Step[] = []
  for (let one: ValueNode | undefined = node; one?.step; one = one.above) steps.unshift(one.step)
  return steps
}

/** The parts that contain a part, the innermost first, without the whole value. */
export const ancestorsOf = (node: ValueNode): ValueNode[] => {
  const ancestors: ValueNode[] = []
  for (let one = node.above; one?.step; one = one.above) ancestors.push(one)
  return ancestors
}

/** The part at a path, or the innermost part that exists on the way to it; the whole value if there is none. */
export const nearestNode = (root: ValueNode, path: Path): ValueNode => {
  let node = root
  for (const step of path) {
    // An item that an older revision names by its position may be another one now.
    const key = stepKey(step.is === 'place' ? { is: 'place', index: step.index } : step)
    const next = partsOf(node).find((part) => part.step && stepKey(part.step) === key)
    if (!next) break
    node = next
  }
  return node
}

/** The keys of chosen parts, and of all parts that contain one of them. */
export type Chosen = { own: ReadonlySet<string>; ancestors: ReadonlySet<string> }

export const nothingChosen: Chosen = { own: new Set(), ancestors: new Set() }

/** Finds the parts whose path matches a pattern, one part per step. A match includes everything below it. */
export function* matchParts(root: ValueNode, glob: PathGlob): Generator<void, Chosen> {
  const own = new Set<string>()
  const ancestors = new Set<string>()
  const open = [...partsOf(root)].reverse()
  for (let node = open.pop(); node; node = open.pop()) {
    if (glob(pathOf(node))) {
      own.add(node.key)
      for (const { key } of ancestorsOf(node)) ancestors.add(key)
    } else for (const part of partsOf(node).toReversed()) open.push(part)
    yield
  }
  return { own, ancestors }
}

/** `isOpen`: whether parts are unfolded by default. The `toggled` parts are the opposite. */
export type Folds = { isOpen: boolean; toggled: ReadonlySet<string> }

export const isUnfolded = ({ isOpen, toggled }: Folds, { key }: ValueNode): boolean => toggled.has(key) !== isOpen

/**
 * The visible rows of a tree. With a filter: the matching parts with all their contents, and the parts that contain
 * them, which are always unfolded.
 */
export const shownNodes = (root: ValueNode, folds: Folds, filtered: Chosen | undefined): ValueNode[] => {
  const rows: ValueNode[] = []
  const put = (node: ValueNode, isMatched: boolean): void => {
    for (const part of partsOf(node)) {
      const isMatch = isMatched || filtered === undefined || filtered.own.has(part.key)
      const isAncestor = !isMatch && filtered?.ancestors.has(part.key)
      if (!isMatch && !isAncestor) continue
      rows.push(part)
      if (isAncestor || isUnfolded(folds, part)) put(part, isMatch)
    }
  }
  put(root, false)
  return rows
}

/** The next chosen part after `from`, or with `step` -1 the previous one, in the order of the value. */
export const nextChosen = (
  root: ValueNode,
  from: ValueNode | undefined,
  step: 1 | -1,
  { own, ancestors }: Chosen,
): ValueNode | undefined => {
  const onTheWay = new Set(from ? ancestorsOf(from).map(({ key }) => key) : [])
  const order: ValueNode[] = []
  let place = -1
  const put = (node: ValueNode): void => {
    for (const part of partsOf(node)) {
      if (part.key === from?.key) place = order.length
      if (own.has(part.key) && part.key !== from?.key) order.push(part)
      if (ancestors.has(part.key) || onTheWay.has(part.key)) put(part)
    }
  }
  put(root)
  return step === 1 ? order[Math.max(0, place)] : order[place - 1]
}

/** The number of parts at any depth; counting stops above `max`. @param max - Default: all. */
export const countParts = (root: ValueNode, max = Number.POSITIVE_INFINITY): number => {
  let count = 0
  const open = [...partsOf(root)]
  for (let node = open.pop(); node && count <= max; node = open.pop()) {
    count += 1
    for (const part of partsOf(node)) open.push(part)
  }
  return count
}
