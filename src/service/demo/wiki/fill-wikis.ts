import { DAY_MS } from '../../../base/time.ts'
import type { WikiRun } from '../../../contract/wiki.ts'
import type { Store } from '../../store/store.ts'
import type { WikiPage } from '../../store/wiki-store.ts'
import { demoIds } from '../kit/demo-ids.ts'
import { createRandom, hexFrom } from '../kit/random.ts'
import { REPOSITORIES, type Repository } from '../kit/repositories.ts'
import { largeWiki } from './large-wiki.ts'
import { noticePages, wikiPages } from './wiki-pages.ts'

type RunPlan = {
  id: string
  /** Name of its repository. */
  repository: string
  ageDays: number
  pages: (repository: Repository, seed: number, users: number) => readonly WikiPage[]
  /** Whether it says no more of itself than it must. */
  isTerse?: boolean
}

const { checkout, payments, notices, large, older, tiny } = demoIds.wikiRuns

const runs: readonly RunPlan[] = [
  { id: checkout, repository: 'checkout', ageDays: 2, pages: wikiPages },
  { id: payments, repository: 'payments', ageDays: 16, pages: wikiPages },
  { id: notices, repository: 'お知らせ-service', ageDays: 5, pages: () => noticePages },
  { id: large, repository: 'data-platform', ageDays: 1, pages: (_, seed, users) => largeWiki(seed, users) },
  { id: older, repository: 'checkout', ageDays: 44, pages: (repository) => wikiPages(repository).slice(0, 21) },
  {
    id: tiny,
    repository: 'legacy-billing',
    ageDays: 90,
    pages: (repository) => wikiPages(repository).slice(0, 1),
    isTerse: true,
  },
]

/** Fills in wiki runs with their pages. @param users - People in the organisation. */
export const fillWikis = (store: Store, nowMs: number, seed: number, users: number): void => {
  for (const [at, { id, repository: name, ageDays, pages: toPages, isTerse }] of runs.entries()) {
    const repository = REPOSITORIES.find(({ url }) => url.endsWith(`/${name}`))
    if (repository === undefined) continue
    const pages = toPages(repository, seed, users)
    const terse: WikiRun = { wikiRunId: id, createdAt: nowMs - ageDays * DAY_MS, repoUrl: repository.url }
    const run: WikiRun = {
      ...terse,
      commitHash: hexFrom(createRandom(seed, 50, at), 40),
      branch: 'main',
      hasLocalChanges: id === older,
      hasNonRemoteCommits: id === older,
      pageCount: pages.length,
      pageTree: pageTree(pages),
    }
    const told = isTerse ? terse : run
    store.wikis.put(told, JSON.stringify(told), pages)
  }
}

type TreeNode = { title: string; children?: TreeNode[] }

/** The folders and pages of a wiki as a tree, in the order of the pages. */
const pageTree = (pages: readonly WikiPage[]): TreeNode[] => {
  const root: TreeNode = { title: '', children: [] }
  for (const { path } of pages) {
    let node = root
    for (const title of path.split('/')) {
      node.children ??= []
      let child = node.children.find((known) => known.title === title)
      if (child === undefined) {
        child = { title }
        node.children.push(child)
      }
      node = child
    }
  }
  return root.children ?? []
}
