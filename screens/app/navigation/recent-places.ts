/** A place that was shown, and how it was named there. Untrusted text. */
export type RecentPlace = { crumbs: readonly string[]; link: string }

/** More places than users remember. */
const MAX_PLACES = 30

/** The places that were shown in this run. */
export const createRecentPlaces = () => {
  let places: (RecentPlace & { isPrivate: boolean })[] = []
  const nameOf = ({ crumbs, isPrivate }: Pick<(typeof places)[number], 'crumbs' | 'isPrivate'>): string =>
    JSON.stringify([isPrivate, ...crumbs])
  return {
    /** Records the shown place; a place of the same name is replaced. @param isPrivate - Whether pseudonyms are shown. */
    see(crumbs: readonly string[], link: string | undefined, isPrivate: boolean): void {
      if (link === undefined) return
      const place = { crumbs, link, isPrivate }
      places = [place, ...places.filter((one) => nameOf(one) !== nameOf(place))].slice(0, MAX_PLACES)
    },
    /** The latest first, without the shown one. Places with names are left out while pseudonyms are shown. */
    list: (isPrivate: boolean): readonly RecentPlace[] => places.slice(1).filter((one) => one.isPrivate === isPrivate),
  }
}
