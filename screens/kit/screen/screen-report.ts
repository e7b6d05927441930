import { createContext, useContext, useLayoutEffect } from 'react'
import type { Aged, QueryState } from '../../../src/cache/load/query-state.ts'
import type { Range } from '../../../src/domain/calendar/calendar.ts'
import type { Binding } from '../../../src/ui/keys/bindings.ts'
import type { ScreenName } from './names.ts'

/** What a screen says about itself to the frame around it. */
export type ScreenReport = {
  /** Where the user is, below the screen's own name. */
  crumbs: readonly string[]
  /**
   * The headless twin of what is shown, without the program's name: `analytics tokens --last 14d`. Where it is about the selected row
   * it is asked for at each drawing.
   */
  command: string | (() => string)
  /** What of that no command knows, said where it is copied: `the filter of paths`. */
  commandLacks?: string | undefined
  /** Answers what Enter does on the selected row, in one or two words; foreign text allowed. Undefined: nothing, and no hint names it. */
  enter: () => string | undefined
  /** Answers the web address of what is selected, untrusted, and what it is: `the pull request`. */
  address?: () => WebAddress | undefined
  /** The keys of a text field that has the keyboard, for the hints in place of the screen's own. */
  fieldKeys?: readonly Binding[] | undefined
  /** The keys of the screen with the hints that fit what is shown now. @default those of the screen */
  ownKeys?: readonly Binding[] | undefined
  /** The queries whose age and state the first row tells. */
  states: readonly QueryState<unknown>[]
  /** The days that are shown, where they are others than those that were chosen for all screens. */
  days?: OwnDays | undefined
}

export type WebAddress = { what: string; address: string }

/** An address that may not be known. */
export const webAddress = (what: string, address: string | null | undefined): WebAddress | undefined =>
  address ? { what, address } : undefined

/** Days of a screen's own, and those that they are compared with. */
type OwnDays = { range: Range; previous: Range | undefined }

/** What the frame knows of the screen that was drawn last. */
export type Reports = {
  /** Set by a screen when it is committed, for the rows around its body, which are made when the frame is painted. */
  latest: { screen: ScreenName; report: ScreenReport } | undefined
  /** Called with how old what a screen shows is, and whether more of it is to come, whenever that changes. */
  tell: (freshness: Freshness) => void
}

export const ReportContext = createContext<Reports>({ latest: undefined, tell: () => {} })

export type Freshness = { oldest: number | undefined; isLoading: boolean; isFailed: boolean }

/** The oldest data among the queries, and whether any is being fetched or has failed. */
export const freshnessOf = (states: readonly QueryState<unknown>[]): Freshness => {
  let oldest: number | undefined
  for (const state of states) {
    const aged: Aged<unknown> | undefined = state.is === 'ready' ? state.now : state.old
    if (aged && (oldest === undefined || aged.at < oldest)) oldest = aged.at
  }
  return {
    oldest,
    isLoading: states.some((state) => state.is === 'loading'),
    isFailed: states.some((state) => state.is === 'failed'),
  }
}

/** Reports what is shown to the frame around it. */
export const useReport = (screen: ScreenName, report: ScreenReport): void => {
  const reports = useContext(ReportContext)
  useLayoutEffect(() => {
    reports.latest = { screen, report }
  })
  const { tell } = reports
  const { oldest, isLoading, isFailed } = freshnessOf(report.states)
  useLayoutEffect(() => tell({ oldest, isLoading, isFailed }), [tell, oldest, isLoading, isFailed])
}
