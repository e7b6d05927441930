import { pathText } from '../../../../src/domain/settings-diff/setting-path.ts'
import { safeText } from '../../../../src/domain/text/safe-text.ts'
import { briefJson } from '../../../kit/tree/value-text.ts'
import { partsOf, pathOf, type ValueNode, valueRoot } from '../../../kit/tree/value-tree.ts'
import { fitsTo } from './fit-of.ts'
import type { Place, Provider } from './place.ts'
import { loadedRevisions } from './revision-places.ts'

/** Parts of the settings that are looked at; larger settings have more than anyone means by a word. */
const MOST = 20_000
/** Characters of a value beside its path. */
const VALUE = 60

/** Paths of the latest settings; what lies deeper comes later. */
export const pathPlaces: Provider = {
  kind: 'paths of controls',
  find: (typed, world) => {
    if (typed === '') return []
    const [latest] = loadedRevisions(world)
    if (latest === undefined) return []
    const fitOf = fitsTo(typed)
    const found: Place[] = []
    const queue: ValueNode[] = [valueRoot(latest.settings)]
    for (let at = 0; at < queue.length && at < MOST; at += 1) {
      const node = queue[at] as ValueNode
      for (const part of partsOf(node)) queue.push(part)
      if (node.step === undefined) continue
      const path = pathText(pathOf(node))
      const fit = fitOf(path)
      if (!fit) continue
      found.push({
        id: `path:${path}`,
        text: safeText(path),
        detail: safeText(briefJson(node.value, VALUE)),
        label: 'control',
        fit,
        score: -at,
        run: () => world.openScreen('controls', { path }),
      })
    }
    return found
  },
}
