import { actionPlaces, linkPlaces, rangePlaces, screenPlaces, wikiExportPlaces } from './action-places.ts'
import { criterionPlaces, personPlaces, repositoryPlaces, revisionPlaces } from './data-places.ts'
import { filterPlaces } from './filter-places.ts'
import { managementPlaces } from './management-places.ts'
import { pathPlaces } from './path-places.ts'
import type { Provider } from './place.ts'
import { recentPlaces, rowPlaces } from './row-places.ts'
import { synonymPlaces } from './synonyms.ts'
import { verbPlaces } from './verb-places.ts'

// The search code of the palette. `loadProviders` imports it lazily.
export { searchProviders } from './place.ts'
export { verbPlaces, verbProblem } from './verb-places.ts'

/** All providers. Of equally good results, those of earlier providers come first. */
export const providers: readonly Provider[] = [
  linkPlaces,
  filterPlaces,
  rowPlaces,
  synonymPlaces,
  recentPlaces,
  verbPlaces,
  personPlaces,
  repositoryPlaces,
  criterionPlaces,
  revisionPlaces,
  pathPlaces,
  ...managementPlaces,
  rangePlaces,
  screenPlaces,
  wikiExportPlaces,
  actionPlaces,
]
