/** A repository of the demo organisation. */
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

/** Ids of notable resources of the demo organisation. They never change; `qd serve --demo` prints them. */
export const demoIds = {
  computers: {
    /** A hosted computer that works. */
    active: 'cmp_atlas',
    /** Being provisioned: becomes active some seconds after the service has started. */
    provisioning: 'cmp_borealis',
    /** Its installation of dependencies failed; the next attempt succeeds. */
    failed: 'cmp_cygnus',
    /** Its installation of dependencies failed, and the next attempt fails again. */
    failsAgain: 'cmp_draco',
    /** A user's own machine. */
    byom: 'cmp_erika-laptop',
    /** A restart resumes it. */
    paused: 'cmp_fornax',
    /** Could not be created. */
    notCreated: 'cmp_gemini',
    /** Its repositories could not be cloned. */
    notCloned: 'cmp_hydra',
    /** Works, and is reinstalling its dependencies. */
    installing: 'cmp_indus',
    /** Copied from another computer. */
    copied: 'cmp_lyra',
    /** Has an unknown provider, status and steps. */
    unknown: 'cmp_musca',
    /** Has only the members that every computer has. */
    bare: 'cmp_norma',
  },
  serviceAccounts: {
    /** Keys in every state: active, expiring in five days, expired, revoked. */
    ci: 'sa_ci-bot',
    /** One key that never expires. */
    release: 'sa_release',
    /** Only revoked and expired keys. */
    nightly: 'sa_nightly-report',
    /** No keys. */
    unused: 'sa_unused',
    /** Old keys: most are more than a year old. */
    neglected: 'sa_observability',
  },
  wikiRuns: {
    checkout: 'wiki_checkout',
    payments: 'wiki_payments',
    /** With pages whose titles are not in Latin script. */
    notices: 'wiki_oshirase',
    /** Hundreds of pages, several megabytes. */
    large: 'wiki_data-platform',
    /** An older run of the checkout repository. */
    older: 'wiki_checkout-1',
    /** One page, and a run with only the required members. */
    tiny: 'wiki_legacy-billing',
  },
} as const
