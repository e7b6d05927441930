import type { Change } from '../settings-diff/diff-settings.ts'
import { stepKey } from '../settings-diff/setting-path.ts'
import type { RiskFinding } from './revision-risk.ts'

/**
 * The findings for each change: those about its path, about the list that contains the entry, and, for a part added or
 * removed as a whole, about everything inside it.
 */
export const findingsByChange = (findings: readonly RiskFinding[]): ((change: Change) => RiskFinding[]) => {
  const root = createNode()
  for (const finding of findings) {
    let node = root
    for (const step of finding.path) {
      const key = stepKey(step)
      let next = node.below.get(key)
      if (!next) {
        next = createNode()
        node.below.set(key, next)
      }
      node = next
    }
    node.own.push(finding)
  }
  return (change) => {
    const found: RiskFinding[] = []
    let node: Node | undefined = root
    for (const [above, step] of change.path.entries()) {
      for (const finding of node.own)
        if (appliesToEntry(finding, change, change.path.length - above)) found.push(finding)
      node = node.below.get(stepKey(step))
      if (!node) return found
    }
    found.push(...node.own.filter((finding) => change.kind !== 'reordered' || !isAboutEntries(finding)))
    if (change.kind !== 'reordered') for (const below of node.below.values()) pushAll(below, found)
    return found
  }
}

/** Findings by the steps of their paths. */
type Node = { own: RiskFinding[]; below: Map<string, Node> }

const createNode = (): Node => ({ own: [], below: new Map() })

const pushAll = (node: Node, found: RiskFinding[]): void => {
  found.push(...node.own)
  for (const below of node.below.values()) pushAll(below, found)
}

/** The kind of entry change that each finding about a list describes. */
const KINDS_BY_WHAT = {
  gained: 'added',
  everything: 'added',
  lost: 'removed',
  limited: 'removed',
  unlimited: undefined,
} as const

const isAboutEntries = ({ what }: RiskFinding): boolean => Object.hasOwn(KINDS_BY_WHAT, what)

/** Whether a finding applies to a change `steps` below its path. */
const appliesToEntry = (finding: RiskFinding, change: Change, steps: number): boolean => {
  if (finding.verdict === 'neutral') return true
  const { kind } = change
  // Any change of the overrides may have changed their precedence.
  if (finding.rule === 'mcp-autonomy-order') return steps === 1 && kind !== 'changed'
  if (steps === 1 && (kind === 'added' || kind === 'removed') && change.isCovered) return false
  const about = isAboutEntries(finding) ? KINDS_BY_WHAT[finding.what as keyof typeof KINDS_BY_WHAT] : undefined
  if (about === undefined) return false
  // A changed item counts as one removed and one added.
  if (kind === 'reordered') return steps > 1
  return steps > 1 || kind === 'changed' || about === kind
}
