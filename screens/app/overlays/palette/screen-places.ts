import { actionPlace, isOpening } from './action-places.ts'
import type { Provider } from './place.ts'

/** The screens, which are opened as their keys open them. */
export const screenPlaces: Provider = {
  kind: 'screens',
  find: (typed, { actions }) => actions.filter(isOpening).flatMap((one) => actionPlace(one, typed)),
}
