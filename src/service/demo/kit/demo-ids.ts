/** Ids of what there is to look at in the demo organisation. They never change; `qd serve --demo` prints them. */
export const demoIds = {
  computers: {
    /** A hosted computer that works. */
    active: 'cmp_atlas',
    /** On its way: ends active some seconds after the service has started. */
    provisioning: 'cmp_borealis',
    /** Its installation of dependencies failed; the next attempt ends well. */
    failed: 'cmp_cygnus',
    /** As above, but the next attempt fails once more. */
    failsAgain: 'cmp_draco',
    /** Brought by its owner. */
    byom: 'cmp_erika-laptop',
    /** Resumed by a restart. */
    paused: 'cmp_fornax',
    /** Could not be created. */
    notCreated: 'cmp_gemini',
    /** Its repositories could not be cloned. */
    notCloned: 'cmp_hydra',
    /** Works, and dependencies are being installed anew. */
    installing: 'cmp_indus',
    /** Made from another computer. */
    copied: 'cmp_lyra',
    /** Of a provider, with a status and steps, that nobody knows. */
    unknown: 'cmp_musca',
    /** Has nothing but what every computer has. */
    bare: 'cmp_norma',
  },
  serviceAccounts: {
    /** Keys of every state: active, expiring in five days, expired, revoked. */
    ci: 'sa_ci-bot',
    /** One key that never expires. */
    release: 'sa_release',
    /** Only revoked and expired keys. */
    nightly: 'sa_nightly-report',
    /** No keys at all. */
    unused: 'sa_unused',
    /** Keys that nobody has looked after for a year. */
    neglected: 'sa_observability',
  },
  wikiRuns: {
    checkout: 'wiki_checkout',
    payments: 'wiki_payments',
    /** With pages whose titles are not in Latin letters. */
    notices: 'wiki_oshirase',
    /** Some hundred pages, several megabytes. */
    large: 'wiki_data-platform',
    /** An older run of the checkout repository. */
    older: 'wiki_checkout-1',
    /** One page, of a run that says nearly nothing of itself. */
    tiny: 'wiki_legacy-billing',
  },
} as const
