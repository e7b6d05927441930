import { DAY_MS } from '../../../base/time.ts'
import type { WikiRun } from '../../../contract/wiki.ts'
import type { Stores } from '../../store/store.ts'
import type { WikiPage } from '../../store/wiki-store.ts'
import { createRandom, hexFrom, type Random } from '../kit/random.ts'
import { demoIds, REPOSITORIES, type Repository } from '../kit/repositories.ts'
import { noticePages, wikiPages } from './wiki-pages.ts'

type RunPlan = {
  id: string
  /** Name of its repository. */
  repository: string
  ageDays: number
  pages: (repository: Repository, seed: number, users: number) => readonly WikiPage[]
  /** Whether the run has only the required members. */
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

/** Creates wiki runs with their pages. @param users - Number of people in the organisation. */
export const fillWikis = async (store: Stores, nowMs: number, seed: number, users: number): Promise<void> => {
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
    const stored = isTerse ? terse : run
    await store.wikis.put(stored, JSON.stringify(stored), pages)
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

const SCHEMAS = ['billing', 'checkout', 'events', 'growth', 'ledger', 'logistics', 'search', 'support']
const LAYERS = ['raw', 'staged', 'marts']
const MAX_TABLES_A_LAYER = 25
const TABLES_A_PERSON = 3
const ROWS_A_PAGE = 90

const purposes = [
  'Loaded every night from the service that owns it; late rows are accepted for three days.',
  'Joined from two staged tables. Only the dashboards of the team read it directly.',
  'Kept for seven years, as required by law, and never changed after the month has ended.',
  'Counts are distinct per day: adding days up counts people who came twice, twice.',
]

/**
 * A page for each of 600 warehouse tables, fewer with fewer than nine people: several megabytes that do not compress
 * well. A page's text is created when it is read, because all of them would take a third as long as the rest of the
 * organisation.
 */
const largeWiki = (seed: number, users: number): WikiPage[] => {
  const length = Math.min(MAX_TABLES_A_LAYER, TABLES_A_PERSON * users)
  return SCHEMAS.flatMap((schema, at) =>
    LAYERS.flatMap((layer, of) =>
      Array.from({ length }, (_, table) => {
        const name = `${schema}_${layer}_${String(table + 1).padStart(2, '0')}`
        return {
          path: `Tables/${schema}/${layer}/${name}`,
          get markdown() {
            return tablePage(name, createRandom(seed, 51, at, of, table))
          },
        }
      }),
    ),
  )
}

const partNames = Array.from({ length: ROWS_A_PAGE }, (_, at) => `| part-${String(at).padStart(4, '0')} | `)

const tablePage = (name: string, random: Random): string => {
  let rows = ''
  for (const part of partNames)
    rows += `${part}${fingerprint(random)}${fingerprint(random)} | ${random.int(1_000, 9_999_999)} |\n`
  return `# ${name}\n\n${random.pick(purposes)}\n\n| part | fingerprint | rows |\n|---|---|---|\n${rows}`
}

const fingerprint = (random: Random): string => random.next().toString(36).slice(2)
