import { actionPlaces } from './action-places.ts'
import { linkPlaces } from './link-places.ts'
import { pathPlaces } from './path-places.ts'
import { personPlaces } from './person-places.ts'
import type { Provider } from './place.ts'
import { rangePlaces } from './range-places.ts'
import { repositoryPlaces } from './repository-places.ts'
import { revisionPlaces } from './revision-places.ts'
import { screenPlaces } from './screen-places.ts'
import { verbPlaces } from './verb-places.ts'
import { wikiExportPlaces } from './wiki-export-places.ts'

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
