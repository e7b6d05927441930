import { createContext, useContext, useLayoutEffect, useRef } from 'react'
import type { Aged, QueryState } from '../../../src/cache/load/query-state.ts'
import type { Range } from '../../../src/domain/calendar/calendar.ts'
import type { Binding } from '../../../src/ui/keys/bindings.ts'
import type { ScreenName } from './names.ts'

/** What a screen says about itself to the frame around it. */
export type ScreenReport = {
  /** Where the user is, below the screen's own name. */
  crumbs: readonly string[]
  /** The headless twin of what is shown, without the program's name: `analytics tokens --last 14d`. */
  command: string
  /** What Enter does on the selected row, in one or two words; foreign text allowed. Undefined: nothing, and no hint names it. */
  enter: string | undefined
  /** The web address of what is selected, untrusted, and what it is: `the pull request`. */
  address?: WebAddress | undefined
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
export type OwnDays = { range: Range; previous: Range | undefined }

export const ReportContext = createContext<(screen: ScreenName, report: ScreenReport) => void>(() => {})

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

/** Tells the frame what is shown, whenever it changes. */
export const useReport = (screen: ScreenName, report: ScreenReport): void => {
  const tell = useContext(ReportContext)
  const latest = useRef(report)
  latest.current = report
  const { oldest, isLoading, isFailed } = freshnessOf(report.states)
  const identity = [
    screen,
    report.command,
    report.enter,
    report.address?.address,
    ...report.crumbs,
    report.fieldKeys?.[0]?.action,
    report.days?.range.from,
    report.days?.previous?.from,
    report.ownKeys?.map(({ hint }) => hint).join(),
    oldest,
    isLoading,
    isFailed,
  ].join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the identity stands for the report
  useLayoutEffect(() => tell(screen, latest.current), [tell, identity])
}
