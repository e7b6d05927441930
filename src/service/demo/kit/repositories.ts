/** A repository of the made-up organisation. */
export type Repository = {
  url: string
  apps: Record<string, { description: string }>
  /** The level of each report, oldest first. */
  levels: readonly number[]
  /** Days between two reports. */
  everyDays: number
}

const host = 'https://github.example/northwind'

export const REPOSITORIES: readonly Repository[] = [
  {
    url: `${host}/checkout`,
    apps: {
      'apps/web': { description: 'The shop people buy in' },
      'apps/api': { description: 'Orders, baskets and prices' },
      'packages/ui': { description: 'Components of the shop and the back office' },
    },
    levels: [2, 3, 3, 4, 4, 4, 3],
    everyDays: 14,
  },
  {
    url: `${host}/payments`,
    apps: {
      'services/ledger': { description: 'Books every movement of money twice' },
      'services/payouts': { description: 'Pays merchants out each night' },
    },
    levels: [1, 2, 2, 3, 3, 4],
    everyDays: 18,
  },
  {
    url: `${host}/mobile`,
    apps: {
      android: { description: 'The Android app' },
      ios: { description: 'The iOS app' },
    },
    levels: [2, 2, 2, 3, 3],
    everyDays: 21,
  },
  {
    url: `${host}/data-platform`,
    apps: { '.': { description: 'Pipelines and models of the warehouse' } },
    levels: [1, 1, 2, 2, 2, 2],
    everyDays: 12,
  },
  {
    url: `${host}/infrastructure`,
    apps: { '.': { description: 'Everything that runs, as code' } },
    levels: [3, 3, 4, 4, 5],
    everyDays: 25,
  },
  {
    url: `${host}/design-system`,
    apps: {
      'packages/tokens': { description: 'Colours, sizes and type' },
      'packages/react': { description: 'The components' },
      docs: { description: 'The site that shows them' },
    },
    levels: [2, 3, 3],
    everyDays: 30,
  },
  {
    url: `${host}/search`,
    apps: {
      indexer: { description: 'Builds the index' },
      query: { description: 'Answers from it' },
      ranking: { description: 'Learns what people choose' },
      admin: { description: 'Synonyms and exceptions' },
    },
    levels: [2, 2, 2, 2, 2],
    everyDays: 16,
  },
  {
    url: `${host}/legacy-billing`,
    apps: { '.': { description: 'Invoices of customers from before 2019' } },
    levels: [1, 1, 1],
    everyDays: 40,
  },
  {
    url: `${host}/お知らせ-service`,
    apps: { '.': { description: 'お知らせの配信: notices by mail, push and in the app' } },
    levels: [1, 2, 3, 3],
    everyDays: 15,
  },
]
