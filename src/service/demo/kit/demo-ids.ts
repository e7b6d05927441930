/** Ids that the API has no list of: what there is to look at in the demo organisation. They never change. */
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
  },
  wikiRuns: {
    checkout: 'wiki_checkout',
    payments: 'wiki_payments',
    /** With pages whose titles are not in Latin letters. */
    notices: 'wiki_oshirase',
  },
} as const
