import { type ChangeCounts, countChanges } from '../settings-diff/change-counts.ts'
import type { Change } from '../settings-diff/diff-settings.ts'
import { type Path, pathKey, pathText, type Step, stepKey } from '../settings-diff/setting-path.ts'
import type { RiskFinding } from './revision-risk.ts'
import { countVerdicts, type VerdictCounts } from './risk-verdict.ts'

/** A part of the settings with changes. */
export type ChangeNode = {
  /** Unique key of the path. Never shown. */
  key: string
  path: Path
  /** The steps from the parent node, `network.allowedDomains`. Single children are joined. Untrusted text. */
  label: string
  /** Changes of the part itself, and of the entries of a list of scalars. */
  changes: Change[]
  /** Counts of this part and everything below it. */
  counts: ChangeCounts
  /** Counts of the findings about this part, below it, or about a part that it was added or removed with. */
  risks: VerdictCounts
  findings: RiskFinding[]
  /** In the order of the changes. */
  children: ChangeNode[]
}

/** Changes as a tree of their paths, with counts per node. The root has no label. */
export const changeTree = (changes: readonly Change[], findings: readonly RiskFinding[] = []): ChangeNode => {
  const root = createNode([])
  for (const change of changes) {
    const last = change.path.at(-1)
    const holder = last?.is === 'entry' ? change.path.slice(0, -1) : change.path
    const nodes = nodesTo(root, holder)
    nodes.at(-1)?.node.changes.push(change)
    for (const { node } of nodes) node.counts[change.kind] += 1
  }
  for (const finding of findings) {
    // A part added as a whole has no child nodes, so it holds the findings inside it.
    const nodes = knownNodesTo(root, finding.path)
    nodes.at(-1)?.findings.push(finding)
    for (const { risks } of nodes) {
      risks[finding.verdict] += 1
      if (finding.isCritical) risks.critical += 1
    }
  }
  return joined(root.node, [])
}

/** A node under construction, with its children by step. */
type Growing = { node: ChangeNode; below: Map<string, Growing> }

const createNode = (path: Path): Growing => ({
  node: {
    key: pathKey(path),
    path,
    label: '',
    changes: [],
    counts: countChanges([]),
    risks: countVerdicts([]),
    findings: [],
    children: [],
  },
  below: new Map(),
})

const nodesTo = (root: Growing, path: Path): Growing[] => {
  const nodes = [root]
  let growing = root
  for (const [index, step] of path.entries()) {
    let next = growing.below.get(stepKey(step))
    if (!next) {
      next = createNode(path.slice(0, index + 1))
      growing.below.set(stepKey(step), next)
      growing.node.children.push(next.node)
    }
    nodes.push(next)
    growing = next
  }
  return nodes
}

const knownNodesTo = (root: Growing, path: Path): ChangeNode[] => {
  const nodes = [root.node]
  let growing: Growing | undefined = root
  for (const step of path) {
    growing = growing.below.get(stepKey(step))
    if (!growing) break
    nodes.push(growing.node)
  }
  return nodes
}

const joined = (node: ChangeNode, above: readonly Step[]): ChangeNode => {
  const [only, ...others] = node.children
  // If the meaning of a part is unknown, so is the meaning of its child.
  const isLone = node.changes.length === 0 && node.findings.every(({ what }) => what === 'unknown')
  if (only && others.length === 0 && node.path.length > 0 && isLone) {
    return joined({ ...only, risks: node.risks, findings: [...node.findings, ...only.findings] }, above)
  }
  const label = node.path.length > above.length ? pathText(node.path.slice(above.length)) : ''
  return { ...node, label, children: node.children.map((child) => joined(child, node.path)) }
}
