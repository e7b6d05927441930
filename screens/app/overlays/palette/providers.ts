import { actionPlaces, linkPlaces, rangePlaces, screenPlaces, wikiExportPlaces } from './action-places.ts'
import { pathPlaces, personPlaces, repositoryPlaces, revisionPlaces } from './data-places.ts'
import type { Provider } from './place.ts'
import { verbPlaces } from './verb-places.ts'

// All that finds things for the palette, which is loaded when it is opened for the first time.
export { answersTo } from './place.ts'
export { verbPlaces, verbProblem } from './verb-places.ts'

/** All that the palette looks through. Of what answers equally well, the first of these comes first. */
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
