/** The newest revision of the controls that was shown, and when, Unix ms. */
export type LastLook = { revision: number; at: number }

/** Whether a revision came after what was seen last; where nothing was, none did. */
export const isNewSince = (look: LastLook | undefined, revision: number | undefined): boolean =>
  look !== undefined && revision !== undefined && revision > look.revision

/** What is remembered of looks at the controls from one run to the next. */
export type Looks = {
  /** What was seen before this run, the same for as long as it lasts; undefined where nothing was, or nobody knows. */
  last(): LastLook | undefined
  /** Tells that a revision is shown now. What is remembered is never a lower one than before. */
  saw(revision: number): void
}

/** Nothing is remembered. */
export const noLooks: Looks = { last: () => undefined, saw: () => {} }
