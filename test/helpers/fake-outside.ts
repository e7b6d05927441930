import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Outside } from '../../screens/kit/session/outside.ts'
import { AppError } from '../../src/base/errors.ts'

/** A pager, an editor and a folder that remember what they were given. */
export type FakeOutside = Outside & {
  paged: string[]
  edited: { name: string; text: string }[]
  /** Pages and folders. */
  browsed: string[]
  /** Files by their names. One put here before stands in the way of another. */
  files: Map<string, string>
  /** Where typed paths begin that are resolved. */
  folder: string
  /** What everything fails with from now on, until it is undefined again. */
  failsWith: AppError | undefined
}

export const createFakeOutside = (): FakeOutside => {
  const fake: FakeOutside = {
    paged: [],
    edited: [],
    browsed: [],
    files: new Map(),
    folder: '/nowhere',
    failsWith: undefined,
    async page(text) {
      if (fake.failsWith) throw fake.failsWith
      fake.paged.push(text)
    },
    async edit(text, name) {
      if (fake.failsWith) throw fake.failsWith
      fake.edited.push({ name, text })
    },
    async browse(address) {
      if (fake.failsWith) throw fake.failsWith
      fake.browsed.push(address)
    },
    async showFolder(folder) {
      if (fake.failsWith) throw fake.failsWith
      fake.browsed.push(folder)
    },
    async resolve(typed) {
      if (fake.failsWith) throw fake.failsWith
      const path = resolve(fake.folder, typed)
      return { path, there: existsSync(path) ? 'file' : 'nothing' }
    },
    async save(path, text, { isForced = false } = {}) {
      if (fake.failsWith) throw fake.failsWith
      if (fake.files.has(path) && !isForced) throw new AppError('refused', `${path} exists.`)
      fake.files.set(path, text)
      return path
    },
  }
  return fake
}
