import { memoizePerObject } from '../../../../src/base/memoize.ts'
import { repositoryRows } from '../../../../src/domain/readiness/repository-rows.ts'
import { safeText } from '../../../../src/domain/text/safe-text.ts'
import { betterOf, fitsTo } from './fit-of.ts'
import type { Provider } from './place.ts'

/** Of reports that came: they are judged once, not for each letter that is typed. */
const rowsOf = memoizePerObject(repositoryRows)

/** Repositories that have a readiness report, by what they are called and by their URLs. */
export const repositoryPlaces: Provider = {
  kind: 'repositories',
  find: (typed, { read, openScreen }) => {
    if (typed === '') return []
    const fitOf = fitsTo(typed)
    return rowsOf(read('reports', {}) ?? []).flatMap(({ name, repoUrl, level }) => {
      const fit = betterOf(fitOf(name), fitOf(repoUrl))
      if (!fit) return []
      return {
        id: `repository:${repoUrl}`,
        text: name,
        detail: `L${level}  ${safeText(repoUrl)}`,
        label: 'repository',
        fit,
        run: () => openScreen('readiness', { repository: repoUrl }),
      }
    })
  },
}
