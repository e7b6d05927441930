import { createContext, useContext } from 'react'
import type { Completions } from '../../../src/domain/filter/completions.ts'
import type { FilterSyntax } from '../../../src/domain/filter/where-terms.ts'
import { useRegistered } from '../../../src/ui/keys/use-keys.ts'

/** An action of a menu. */
export type RowAction = {
  /** The letter that runs it; not j, k or q. */
  key: string
  label: string
  /** Shown after the label. */
  detail?: string
  /** Runs it, or opens a dialog in place of this one. */
  run: () => void
}

export type RowMenu = { title: string; actions: readonly RowAction[] }

/** What the palette can do in a shown view. */
export type ViewOffer = {
  filter?: {
    set(text: string): void
    completions(before: string): Completions
    /** The problem with a filter, in one sentence; undefined if none is known. */
    problemOf(text: string): string | undefined
    /** Its fields; undefined for a filter without fields. */
    syntax(): FilterSyntax | undefined
  }
  /** The actions of the selected row's menu. */
  rowActions?: () => RowMenu | undefined
  exports?: {
    /** Empty while there is nothing to export. */
    formats(): readonly { id: string; title: string; extension: string }[]
    /** Opens the export dialog with the format of this id. */
    choose(id: string): void
  }
}

/** The offers of the shown views, the newest last. */
export type ViewOffers = Set<{ readonly current: ViewOffer }>

export const ViewOffersContext = createContext<ViewOffers | undefined>(undefined)

/** Registers an offer while the component is mounted. */
export const useOffer = (offer: ViewOffer): void => useRegistered(useContext(ViewOffersContext), offer)

/** The offers of all shown views together. If several offer the same thing, the one mounted last counts. */
export const offered = (offers: ViewOffers): ViewOffer =>
  Object.assign({}, ...[...offers].map(({ current }) => current))
