import type { AppError } from '../../../src/base/errors.ts'

/** A profile in the list of them. */
export type ProfileRow = {
  name: string
  /** Whether it is the one that is explored. */
  isShown: boolean
  /** Address of the API, or what stands for one. */
  baseUrl: string
  /** Where its key is looked for, in words. */
  key: string
  /** Whether every write is refused. */
  isReadOnly: boolean
}

/** A profile that is to be added: its addresses, and its key or the command that prints it. */
export type ProfileDraft = {
  name: string
  baseUrl: string
  /** @default baseUrl */
  appUrl?: string | undefined
  key: { in: 'keychain' | 'file'; text: string } | { helper: string }
}

/** What an address answered to a key: why it cannot be used, and whether it keeps from the key what was asked for. */
export type AddressTrial = { host: 'api' | 'app'; error: AppError | undefined; isLimited: boolean }

/** What is wrong with a text that is typed for a profile, as the end of a sentence; undefined where nothing is. */
export type ProfileChecks = Readonly<Record<'name' | 'address' | 'key', (text: string) => string | undefined>>

/** Profiles as the explorer lists, tries, adds and opens them. Every promise rejects with an AppError. */
export type Profiles = {
  list(): Promise<ProfileRow[]>
  readonly check: ProfileChecks
  /** Asks both addresses whether they know the key; nothing is kept. */
  test(draft: ProfileDraft, signal?: AbortSignal): Promise<readonly AddressTrial[]>
  /**
   * Adds the profile with its key. One of that name is replaced, and refuses every write if it did so before. Where the key cannot
   * be kept nothing is.
   */
  save(draft: ProfileDraft): Promise<void>
  /**
   * Ends the explorer and opens it anew with a profile, once that has a key: nothing of one is ever there under another.
   *
   * @param notice - What is said there until a key is pressed.
   */
  open(name: string, notice?: string): Promise<void>
}

/** The key that leads to the form for an organisation of one's own. */
export const CONNECT_KEY = 'C'
