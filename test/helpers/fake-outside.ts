import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Outside } from '../../screens/kit/session/outside.ts'
import { AppError } from '../../src/base/errors.ts'

/** A pager, an editor and a folder that record their input. */
export type FakeOutside = Outside & {
  paged: string[]
  edited: { name: string; text: string }[]
  /** Pages and folders. */
  browsed: string[]
  /** Files by their names; an existing one prevents another of its name. */
  files: Map<string, string>
  /** Names of the files that only the user can read. */
  privateFiles: string[]
  /** The folder of typed paths. */
  folder: string
  /** The error of every call, until it is undefined again. */
  failsWith: AppError | undefined
}

export const createFakeOutside = (): FakeOutside => {
  /** Throws `error`, or calls the function. */
  const orFail =
    <Args extends unknown[], Result>(act: (...args: Args) => Result) =>
    async (...args: Args): Promise<Result> => {
      if (fake.failsWith) throw fake.failsWith
      return act(...args)
    }
  const fake: FakeOutside = {
    paged: [],
    edited: [],
    browsed: [],
    files: new Map(),
    privateFiles: [],
    folder: '/nowhere',
    failsWith: undefined,
    page: orFail((text) => void fake.paged.push(text)),
    pageFile: orFail((path) => void fake.paged.push(path)),
    edit: orFail((text, name) => void fake.edited.push({ name, text })),
    browse: orFail((address) => void fake.browsed.push(address)),
    showFolder: orFail((folder) => void fake.browsed.push(folder)),
    resolve: orFail((typed) => {
      const path = resolve(fake.folder, typed)
      return { path, there: existsSync(path) ? 'file' : 'nothing' }
    }),
    save: orFail((path, text, { isForced = false, isPrivate = false } = {}) => {
      if (fake.files.has(path) && !isForced) throw new AppError('refused', `${path} exists.`)
      fake.files.set(path, text)
      if (isPrivate) fake.privateFiles.push(path)
      return path
    }),
  }
  return fake
}
