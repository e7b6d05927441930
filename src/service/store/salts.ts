import { randomBytes } from 'node:crypto'
import { type Db, firstRow } from '../db/db.ts'

/** Reads the salt for a purpose: a random text that stays the same, created when it is first read. */
export const createSaltReader =
  (db: Db) =>
  async (purpose: 'pseudonyms' | 'forgotten users'): Promise<string> => {
    const name = `salt of ${purpose}`
    const made = randomBytes(32).toString('hex')
    // Another instance may create it at the same time.
    await db.run('INSERT INTO facts (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING', [name, made])
    const found = await firstRow<{ value: string }>(db, 'SELECT value FROM facts WHERE name = $1', [name])
    return found?.value ?? made
  }
