import { memoizePerObject } from '../../../../src/base/memoize.ts'
import type { ControlRevision } from '../../../../src/contract/controls.ts'
import type { Lenient } from '../../../../src/contract/lenient.ts'
import { pathText } from '../../../../src/domain/settings-diff/setting-path.ts'
import { safeText } from '../../../../src/domain/text/safe-text.ts'
import { briefJson } from '../../../kit/tree/value-text.ts'
import { partsOf, pathOf, type ValueNode, valueRoot } from '../../../kit/tree/value-tree.ts'
import { loadedRevisions } from './data-places.ts'
import { betterFit, createFitMatcher, type Place, type Provider } from './place.ts'

/** Max nodes of the settings to search, in all revisions together. */
const MAX = 20_000
/** Max characters of the value that is shown after its path. */
const VALUE = 60

/** A setting or an entry of a list, in the newest revision that has it. Untrusted text. */
type Known = {
  path: string
  value: unknown
  /** The revision that removed it; undefined if it is in the latest settings. */
  removedIn: number | undefined
}

/** The settings of the latest revision, the least deep first; then those that only older revisions have, newest first. */
const settingsIn = memoizePerObject((newestFirst: readonly Lenient<ControlRevision>[]): Known[] => {
  const known = new Map<string, Known>()
  let newer = new Map<string, string>()
  let count = 0
  newestFirst.forEach(({ settings }, at) => {
    const removedIn = newestFirst[at - 1]?.revision
    const members = partsOf(valueRoot(settings)).map((node) => ({ node, text: JSON.stringify(node.value) }))
    // A revision changes few members, and all parts of the others are in the newer one too.
    const queue = members.filter(({ node, text }) => newer.get(node.key) !== text).map(({ node }) => node)
    newer = new Map(members.map(({ node, text }) => [node.key, text]))
    for (let next = 0; next < queue.length && count < MAX; next += 1, count += 1) {
      const node = queue[next] as ValueNode
      for (const part of partsOf(node)) queue.push(part)
      if (!known.has(node.key)) known.set(node.key, { path: pathText(pathOf(node)), value: node.value, removedIn })
    }
  })
  return [...known.values()]
})

/** Paths and values of the settings, including those that were removed in a loaded revision. */
export const pathPlaces: Provider = {
  kind: 'paths of controls',
  find: (typed, context) => {
    if (typed === '') return []
    const fitOf = createFitMatcher(typed)
    return settingsIn(loadedRevisions(context)).flatMap(({ path, value, removedIn }, at): Place[] => {
      const fit = betterFit(fitOf(path), typeof value === 'string' ? fitOf(value) : undefined)
      if (!fit) return []
      const brief = safeText(briefJson(value, VALUE))
      return [
        {
          id: `path:${path}`,
          text: safeText(path),
          detail: removedIn === undefined ? brief : `removed in ${removedIn}`,
          label: 'control',
          fit,
          score: -at,
          run: () => context.openScreen('controls', removedIn === undefined ? { path } : { revision: removedIn, path }),
        },
      ]
    })
  },
}
