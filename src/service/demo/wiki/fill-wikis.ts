import type { WikiRun } from '../../../contract/wiki.ts'
import type { Store } from '../../store/store.ts'
import type { WikiPage } from '../../store/wiki-store.ts'
import { demoIds } from '../kit/demo-ids.ts'
import { DAY_MS } from '../kit/moments.ts'
import { createRandom, hexFrom } from '../kit/random.ts'
import { REPOSITORIES } from '../kit/repositories.ts'
import { noticePages, wikiPages } from './wiki-pages.ts'

const runs = [
  { id: demoIds.wikiRuns.checkout, repository: 'checkout', ageDays: 2 },
  { id: demoIds.wikiRuns.payments, repository: 'payments', ageDays: 16 },
  { id: demoIds.wikiRuns.notices, repository: 'お知らせ-service', ageDays: 5 },
] as const

/** Fills in wiki runs with their pages. */
export const fillWikis = (store: Store, nowMs: number, seed: number): void => {
  for (const [at, { id, repository: name, ageDays }] of runs.entries()) {
    const repository = REPOSITORIES.find(({ url }) => url.endsWith(`/${name}`))
    if (repository === undefined) continue
    const pages = id === demoIds.wikiRuns.notices ? noticePages : wikiPages(repository)
    const run: WikiRun = {
      wikiRunId: id,
      createdAt: nowMs - ageDays * DAY_MS,
      repoUrl: repository.url,
      commitHash: hexFrom(createRandom(seed, 50, at), 40),
      branch: 'main',
      hasLocalChanges: false,
      hasNonRemoteCommits: false,
      pageCount: pages.length,
      pageTree: pageTree(pages),
    }
    store.wikis.put(run, JSON.stringify(run), pages)
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
