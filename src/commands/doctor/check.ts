/** `warning`: works, but not as well as it could. `wrong`: something does not work until it is changed. */
export type CheckState = 'ok' | 'warning' | 'wrong'

/** One line of the doctor. */
export type Check = {
  /** A word or two: what was looked at. */
  check: string
  state: CheckState
  /** One sentence. May hold text from outside. */
  text: string
}

export const ok = (check: string, text: string): Check => ({ check, state: 'ok', text })
export const warning = (check: string, text: string): Check => ({ check, state: 'warning', text })
export const wrong = (check: string, text: string): Check => ({ check, state: 'wrong', text })
