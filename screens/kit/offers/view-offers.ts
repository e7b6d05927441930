import { createContext, useContext } from 'react'
import type { Completions } from '../../../src/domain/filter/completions.ts'
import { useRegistered } from '../../../src/ui/keys/use-keys.ts'

/** What a shown view can be told in words, by the palette. */
export type ViewOffer = {
  filter?: {
    set(text: string): void
    completions(before: string): Completions
    /** What is wrong with a filter, in one sentence; undefined: nothing that is known. */
    problemOf(text: string): string | undefined
  }
  exports?: {
    /** None while there is nothing to give away. */
    formats(): readonly { id: string; title: string; extension: string }[]
    /** Asks where to write what is shown, in the format of this id. */
    choose(id: string): void
  }
}

/** The offers of the views that are shown, the newest last. */
export type ViewOffers = Set<{ readonly current: ViewOffer }>

export const ViewOffersContext = createContext<ViewOffers | undefined>(undefined)

/** Offers this for as long as the component is mounted. */
export const useOffer = (offer: ViewOffer): void => useRegistered(useContext(ViewOffersContext), offer)

/** What the shown view offers: of each kind what was mounted last. */
export const offered = (offers: ViewOffers): ViewOffer =>
  Object.assign({}, ...[...offers].map(({ current }) => current))
