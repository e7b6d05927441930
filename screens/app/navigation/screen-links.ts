import { ciLink } from '../../ci/ci-link.ts'
import { computersLink } from '../../computers/computers-link.ts'
import { controlsLink } from '../../controls/controls-link.ts'
import { hooksLink } from '../../hooks/hooks-link.ts'
import { keysLink } from '../../keys/keys-link.ts'
import type { ScreenLinks } from '../../kit/links/screen-link.ts'
import { overviewLink } from '../../overview/overview-link.ts'
import { peopleLink } from '../../people/people-link.ts'
import { readinessLink } from '../../readiness/readiness-link.ts'
import { usageLink } from '../../usage/usage-link.ts'
import { wikiLink } from '../../wiki/wiki-link.ts'

/** What links carry of every screen. */
export const screenLinks: ScreenLinks = {
  overview: overviewLink,
  usage: usageLink,
  people: peopleLink,
  readiness: readinessLink,
  controls: controlsLink,
  computers: computersLink,
  keys: keysLink,
  wiki: wikiLink,
  ci: ciLink,
  hooks: hooksLink,
}
