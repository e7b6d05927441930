import { readFile, stat } from 'node:fs/promises'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { usageError } from '../../base/errors.ts'
import type { Deps } from '../kit/command.ts'
import { type PolicyCheck, parsePolicy } from './parse-policy.ts'

const MAX_SIZE_BYTES = 256 * 1024

/** A policy with the ways in which other programs name its file. */
export type Policy = {
  checks: readonly PolicyCheck[]
  /** As typed, for messages. */
  name: string
  /** Path with slashes from the root of the repository; undefined outside of it. */
  path: string | undefined
  /** {@link path} as a URI, otherwise an absolute one. */
  uri: string
}

/**
 * Reads a policy; `-` is standard input.
 *
 * @throws AppError of kind `usage` with all problems of the file.
 */
export const readPolicy = async (file: string, deps: Pick<Deps, 'readInput' | 'env' | 'now'>): Promise<Policy> => {
  const isInput = file === '-'
  const name = isInput ? 'standard input' : file
  const text = (isInput ? await deps.readInput() : await readText(file)).replace(/^\uFEFF/, '')
  if (Buffer.byteLength(text) > MAX_SIZE_BYTES) throw tooLarge(name)
  const { checks, problems } = parsePolicy(text, /\.json$/i.test(file), deps.now())
  const [first, ...others] = problems.map(({ line, column, text }) =>
    `${name}:${line}:${column}: ${text}.`.replace(/\?\.$/, '?'),
  )
  if (first !== undefined)
    throw usageError(others.length === 0 ? first : `${name} has ${problems.length} errors${limitText(problems)}.`, {
      problems: others.length === 0 ? [] : [first, ...others].slice(0, MAX_LISTED_PROBLEMS),
    })
  const root = deps.env.GITHUB_WORKSPACE || process.cwd()
  const below = relative(root, resolve(file))
  const isInside = !isInput && !isAbsolute(below) && below.split(sep)[0] !== '..'
  const path = isInside ? below.split(sep).join('/') : undefined
  const uri = path?.split('/').map(encodeURIComponent).join('/') ?? (isInput ? 'stdin' : pathToFileURL(file).href)
  return { checks, name, path, uri }
}

const MAX_LISTED_PROBLEMS = 100

const limitText = ({ length }: readonly unknown[]): string =>
  length > MAX_LISTED_PROBLEMS ? `, of which the first ${MAX_LISTED_PROBLEMS} follow` : ''

const readText = async (file: string): Promise<string> => {
  try {
    const stats = await stat(file)
    // Reading a pipe would block until a writer opens it.
    if (!stats.isFile())
      throw usageError(`${file} is not a file: name a policy in YAML or JSON, or - for standard input.`)
    if (stats.size > MAX_SIZE_BYTES) throw tooLarge(file)
    return await readFile(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    throw usageError(`Can't read ${file} (${code}): check that it exists and that you may read it.`, { cause: error })
  }
}

const tooLarge = (name: string) =>
  usageError(`${name} is larger than ${MAX_SIZE_BYTES / 1024} KiB, too large for a policy.`)
