import { actionPlaces, linkPlaces, rangePlaces, screenPlaces, wikiExportPlaces } from './action-places.ts'
import { pathPlaces, personPlaces, repositoryPlaces, revisionPlaces } from './data-places.ts'
import type { Provider } from './place.ts'
import { verbPlaces } from './verb-places.ts'

// The search code of the palette. `loadProviders` imports it lazily.
export { searchProviders } from './place.ts'
export { verbPlaces, verbProblem } from './verb-places.ts'

/** All providers. Of equally good results, those of earlier providers come first. */
export const providers: readonly Provider[] = [
  linkPlaces,
  verbPlaces,
  personPlaces,
  repositoryPlaces,
  revisionPlaces,
  pathPlaces,
  rangePlaces,
  screenPlaces,
  wikiExportPlaces,
  actionPlaces,
]
