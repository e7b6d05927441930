import type { AppError } from '../../../src/base/errors.ts'

export type ProfileRow = {
  name: string
  /** Whether it is the current profile. */
  isShown: boolean
  /** Address of the API, or a description if there is none. */
  baseUrl: string
  /** Where its key is stored, in words. */
  key: string
  /** Whether writes are rejected. */
  isReadOnly: boolean
}

/** A new profile: its addresses, and its key or the command that prints it. */
export type ProfileDraft = {
  name: string
  baseUrl: string
  /** @default baseUrl */
  appUrl?: string | undefined
  key: { in: 'keychain' | 'file'; text: string } | { helper: string }
}

/** The result of a test at an address: why it can't be used, and whether the key has no permission to read the requested data. */
export type AddressTrial = { host: 'api' | 'app'; error: AppError | undefined; isLimited: boolean }

/** The problem with a typed text, as the end of a sentence; undefined if there is none. */
export type ProfileChecks = Readonly<Record<'name' | 'address' | 'key', (text: string) => string | undefined>>

/** How the explorer lists, tests, adds and opens profiles. Every promise rejects with an AppError. */
export type Profiles = {
  list(): Promise<ProfileRow[]>
  readonly check: ProfileChecks
  /** Tests the key at both addresses; nothing is saved. */
  test(draft: ProfileDraft, signal?: AbortSignal): Promise<readonly AddressTrial[]>
  /**
   * Adds the profile with its key. Replaces a profile of the same name; if that was read-only, the new one is too. If
   * the key can't be saved, nothing is.
   */
  save(draft: ProfileDraft): Promise<void>
  /**
   * Ends the explorer and starts it with another profile that has a key, so that data of one profile never appears
   * under another.
   *
   * @param notice - Shown after the start until a key is pressed.
   */
  open(name: string, notice?: string): Promise<void>
}

/** The key that opens the form for connecting an organisation. */
export const CONNECT_KEY = 'C'
