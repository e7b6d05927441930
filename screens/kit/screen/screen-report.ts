import { createContext, useContext, useLayoutEffect } from 'react'
import type { Aged, QueryState } from '../../../src/cache/load/query-state.ts'
import type { Range } from '../../../src/domain/calendar/calendar.ts'
import type { Binding } from '../../../src/ui/keys/bindings.ts'
import type { ScreenName } from './names.ts'

/** A level inside a screen, such as a drill-down or a detail in full size. */
export type Level = {
  /** Its breadcrumb. */
  crumb: string
  /** Closes it. Works while another screen is shown, too. */
  leave: () => void
  /** Whether the target of the screen opened it. */
  isOpened?: boolean
}

/** A detail in full size over its list. */
export const detailLevel = (setFull: (isFull: boolean) => void): Level => ({
  crumb: 'details',
  leave: () => setFull(false),
})

/** What a screen reports to the frame around it. */
export type ScreenReport = {
  /** Its breadcrumb. @default the title of the screen */
  place?: string | undefined
  /** The shown view, which follows in the breadcrumb: `credits by model`. @default none */
  view?: string | undefined
  /** The open levels inside the screen, outermost first. @default none */
  levels?: readonly Level[]
  /**
   * The headless command for the current view, without the program's name: `analytics tokens --last 14d`. If it depends
   * on the selected row, a function that is called at each draw.
   */
  command: string | (() => string)
  /** What the copied command leaves out, for its notice: `the path filter`. */
  commandOmits?: string | undefined
  /**
   * Returns what Enter does on the selected row, in one or two words; untrusted text is allowed. Undefined: Enter does
   * nothing, and has no hint.
   */
  enter: () => string | undefined
  /** Returns the web address of the selection, which is untrusted, and a description: `the pull request`. */
  address?: () => WebAddress | undefined
  /** The keys of a text field that has the keyboard. Their hints replace those of the screen. */
  fieldKeys?: readonly Binding[] | undefined
  /** The keys of the screen, with the hints for the current view. @default the keys in the table of screens */
  ownKeys?: readonly Binding[] | undefined
  /** The queries whose age and state the first row shows. */
  states: readonly QueryState<unknown>[]
  /** The shown days, if they differ from the range chosen for all screens. */
  days?: OwnDays | undefined
}

export type WebAddress = { what: string; address: string }

/** An address that may be unknown. */
export const webAddress = (what: string, address: string | null | undefined): WebAddress | undefined =>
  address ? { what, address } : undefined

/** A screen's own days, and the days that they are compared with. */
type OwnDays = { range: Range; previous: Range | undefined }

/** The frame's data about the screen that was drawn last. */
export type Reports = {
  /** Set by a screen when it commits. Read for the rows around the body when the frame is painted. */
  latest: { screen: ScreenName; report: ScreenReport } | undefined
  /** Called when the age of the shown data changes, and when loading starts, ends or fails. */
  setFreshness: (freshness: Freshness) => void
}

export const ReportContext = createContext<Reports>({ latest: undefined, setFreshness: () => {} })

export type Freshness = { oldest: number | undefined; isLoading: boolean; isFailed: boolean }

/** The time of the oldest data of the queries, and whether any of them is loading or has failed. */
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

/** Reports the current view to the frame around it. */
export const useReport = (screen: ScreenName, report: ScreenReport): void => {
  const reports = useContext(ReportContext)
  useLayoutEffect(() => {
    reports.latest = { screen, report }
  })
  const { setFreshness } = reports
  const { oldest, isLoading, isFailed } = freshnessOf(report.states)
  useLayoutEffect(() => setFreshness({ oldest, isLoading, isFailed }), [setFreshness, oldest, isLoading, isFailed])
}
