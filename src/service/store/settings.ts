import { randomBytes } from 'node:crypto'
import { type Db, firstRow } from '../db/db.ts'

/** Purposes of salts. */
type SaltPurpose = 'pseudonyms' | 'forgotten users' | 'mirrored secrets'

/** Single values of a store, in the table `facts`. */
type SettingName =
  /** Id of the organisation. */
  | 'organisation'
  /** Limit of credits of users without a limit of their own. */
  | 'global_limit'
  /** Present if the computers are those of the demo. */
  | 'simulated_use'
  /** The day up to which rows of users count; empty if no day is published. */
  | 'newest_day'
  /** The state of the mirror; present if the store is one. */
  | 'mirror'
  | `salt of ${SaltPurpose}`

/** Undefined if it is not set. */
export const readSetting = async (db: Db, name: SettingName): Promise<string | undefined> =>
  (await firstRow<{ value: string }>(db, 'SELECT value FROM facts WHERE name = $1', [name]))?.value

export const writeSetting = (db: Db, name: SettingName, value: string): Promise<number> =>
  db.upsert('facts', [{ name, value }])

/** Sets a value unless it is set. Another instance may do so at the same time. */
export const createSetting = (db: Db, name: SettingName, value: string): Promise<number> =>
  db.run('INSERT INTO facts (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING', [name, value])

/** Sets an empty value unless it is set, and locks it until the end of the transaction. */
export const lockSetting = (db: Db, name: SettingName): Promise<number> =>
  db.run("INSERT INTO facts (name, value) VALUES ($1, '') ON CONFLICT (name) DO UPDATE SET value = facts.value", [name])

/** The name of a salt. */
export const saltName = (purpose: SaltPurpose): SettingName => `salt of ${purpose}`

/** Reads the salt for a purpose: a random text that stays the same, created when it is first read. */
export const createSaltReader =
  (db: Db) =>
  async (purpose: SaltPurpose): Promise<string> => {
    const name = saltName(purpose)
    const made = randomBytes(32).toString('hex')
    await createSetting(db, name, made)
    return (await readSetting(db, name)) ?? made
  }
