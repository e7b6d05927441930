import { isContainer } from '../../base/json.ts'
import { pathKey, type Step } from '../settings-diff/setting-path.ts'

/** A leaf of a JSON value: a scalar or an empty container. */
export type ValuePart = { path: string; value: unknown }

/** All leaves of a JSON value in order, with paths such as `items[0].name`. A value that is a leaf has the path `.`. */
export const valueParts = (whole: unknown): ValuePart[] => {
  const parts: ValuePart[] = []
  // Iterative, because a response may be nested to any depth.
  const open: { steps: readonly Step[]; value: unknown }[] = [{ steps: [], value: whole }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { steps, value } = next
    const inner = innerOf(value)
    if (inner.length === 0) parts.push({ path: steps.length === 0 ? '.' : pathKey(steps), value: emptyText(value) })
    for (const [step, member] of inner.toReversed()) open.push({ steps: [...steps, step], value: member })
  }
  return parts
}

const innerOf = (value: unknown): [Step, unknown][] => {
  if (Array.isArray(value)) return value.map((item, index) => [{ is: 'place', index }, item])
  if (!isContainer(value)) return []
  return Object.entries(value).map(([name, member]) => [{ is: 'member', name }, member])
}

const emptyText = (value: unknown): unknown => (Array.isArray(value) ? '[]' : isContainer(value) ? '{}' : value)
