import type { WikiPage } from '../../store/wiki-store.ts'
import { createRandom, type Random } from '../kit/random.ts'

const SCHEMAS = ['billing', 'checkout', 'events', 'growth', 'ledger', 'logistics', 'search', 'support']
const LAYERS = ['raw', 'staged', 'marts']
const MOST_TABLES_A_LAYER = 25
const TABLES_A_PERSON = 3
const ROWS_A_PAGE = 90

const purposes = [
  'Loaded every night from the service that owns it; late rows are taken in for three days.',
  'Joined from two staged tables. Nobody reads it directly but the dashboards of the team.',
  'Kept for seven years, as the law wants it, and never changed after the month has ended.',
  'Counts are distinct per day: adding days up counts people who came twice, twice.',
]

/**
 * A page for each of 600 tables of a warehouse, fewer where fewer than nine people work: several megabytes that no packer makes nothing
 * of. A page is made up when its text is read: all of them take a third as long as everything else of an organisation.
 */
export const largeWiki = (seed: number, users: number): WikiPage[] => {
  const length = Math.min(MOST_TABLES_A_LAYER, TABLES_A_PERSON * users)
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
