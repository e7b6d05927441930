import { compareVerb, rangeVerb } from './days-verbs.ts'
import { diffVerb } from './diff-verb.ts'
import { atVerb, copyLinkVerb } from './place-verbs.ts'
import { mouseVerb, openingVerbs, profileVerb, quitVerb, themeVerb } from './program-verbs.ts'
import { screenVerbs } from './screen-verbs.ts'
import type { Verb } from './verb.ts'
import { exportVerb, filterVerb, sortVerb } from './view-verbs.ts'

/** Everything that can be said in the palette, in the order of its list. One with several words stands before one of its first. */
export const verbs: readonly Verb[] = [
  rangeVerb,
  compareVerb,
  atVerb,
  diffVerb,
  filterVerb,
  sortVerb,
  exportVerb,
  copyLinkVerb,
  profileVerb,
  themeVerb,
  mouseVerb,
  ...screenVerbs,
  ...openingVerbs,
  quitVerb,
]
