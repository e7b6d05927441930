import { realpathSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { AppError } from '../../base/errors.ts'
import { isObject } from '../../base/json.ts'
import { readConfigText, withoutMark } from './config-text.ts'

/** A problem of the member at this path, as the end of a sentence. */
export type Problem = { path: PropertyKey[]; problem: string }

/** One file of a configuration. `text` has no byte order mark; `value` is what it contains. */
export type ConfigFile = { path: string; text: string; value: unknown }

/** A problem in one of the files. */
export type FileProblem = Problem & { file: ConfigFile }

/** A configuration in all its files. */
export type ConfigFiles = {
  /** config.json, followed by the files that it includes. Members of earlier files win. */
  files: readonly [ConfigFile, ...ConfigFile[]]
  /** The members of all files. */
  value: unknown
  /** What is wrong with the includes. */
  problems: readonly FileProblem[]
}

const MAX_INCLUDE_DEPTH = 8
const MAX_INCLUDED_FILES = 50

/**
 * Reads config.json and the files that it includes; undefined if it does not exist.
 *
 * @param parse - Parses a text without a byte order mark. It may throw.
 * @throws AppError of kind `usage` if config.json cannot be read or is not trusted.
 */
export const readConfigFiles = (path: string, parse: (text: string) => unknown): ConfigFiles | undefined => {
  const raw = readConfigText(path)
  return raw === undefined ? undefined : withIncludedFiles(path, raw, parse)
}

/** {@link readConfigFiles} with this text of config.json. */
export const withIncludedFiles = (path: string, raw: string, parse: (text: string) => unknown): ConfigFiles => {
  const problems: FileProblem[] = []
  let count = 0
  const read = (file: ConfigFile, parents: readonly string[]): ConfigFile[] => {
    const own = [...parents, realPathOf(file.path)]
    const included = includesOf(file, problems, parents.length > 0).map(({ name, at }): ConfigFile[] => {
      const place = resolve(dirname(file.path), name)
      const found = readIncluded(place, own, count)
      if (typeof found === 'string') {
        problems.push({ file, path: ['include', at], problem: found })
        return []
      }
      count += 1
      const text = withoutMark(found.text)
      return read({ path: place, text, value: parse(text) }, own)
    })
    // The last one wins.
    return [file, ...included.reverse().flat()]
  }
  const text = withoutMark(raw)
  const root: ConfigFile = { path, text, value: parse(text) }
  const [, ...others] = read(root, [])
  const value = others.length === 0 ? root.value : mergeConfig(includedMembers(others), root.value)
  return { files: [root, ...others], value, problems }
}

/** The members that config.json gets from the files that it includes. */
export const includedMembers = (files: readonly ConfigFile[]): unknown =>
  files.reduceRight<unknown>((merged, file) => mergeConfig(merged, inheritedMembers(file)), {})

/** The text of an included file, or what is wrong with it. */
const readIncluded = (place: string, parents: readonly string[], count: number): { text: string } | string => {
  if (parents.includes(realPathOf(place))) return `is ${place}, which includes this file: remove one of them`
  if (parents.length > MAX_INCLUDE_DEPTH) return `is nested deeper than ${MAX_INCLUDE_DEPTH} files`
  if (count >= MAX_INCLUDED_FILES) return `is one of more than ${MAX_INCLUDED_FILES} included files`
  try {
    const text = readConfigText(place)
    return text === undefined ? `is ${place}, which does not exist` : { text }
  } catch (error) {
    if (error instanceof AppError) return `is wrong: ${error.message.replace(/\.$/, '')}`
    throw error
  }
}

const realPathOf = (path: string): string => {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

/** The included paths. The schema checks the list of config.json; that of an included file is checked here. */
const includesOf = (file: ConfigFile, problems: FileProblem[], isIncluded: boolean): { name: string; at: number }[] => {
  if (!isObject(file.value)) {
    if (isIncluded && file.value !== undefined) problems.push({ file, path: [], problem: 'must be an object' })
    return []
  }
  const { include } = file.value
  const isValid = Array.isArray(include) && include.every((name) => typeof name === 'string' && name !== '')
  if (isValid) return include.map((name: string, at) => ({ name, at }))
  if (isIncluded && include !== undefined)
    problems.push({ file, path: ['include'], problem: 'must be a list of paths, as in ["team.json"]' })
  return []
}

/** The members of an included file, without those for that file only. Paths are relative to that file. */
const inheritedMembers = ({ path, value }: ConfigFile): unknown => {
  if (!isObject(value)) return {}
  const { $schema: _schema, include: _include, ...members } = value
  if (!isObject(members.profiles)) return members
  const profiles = Object.entries(members.profiles).map(([name, profile]) => {
    const isRelative = isObject(profile) && typeof profile.teams === 'string' && profile.teams !== ''
    return [name, isRelative ? { ...profile, teams: resolve(dirname(path), profile.teams as string) } : profile]
  })
  return { ...members, profiles: Object.fromEntries(profiles) as unknown }
}

/** Merges objects member by member. Anything else, such as a list, is replaced by `over`. */
export const mergeConfig = (base: unknown, over: unknown): unknown => {
  if (!isObject(base) || !isObject(over)) return over
  const names = new Set([...Object.keys(base), ...Object.keys(over)])
  const memberFor = (name: string): unknown => {
    if (!Object.hasOwn(over, name)) return base[name]
    return Object.hasOwn(base, name) ? mergeConfig(base[name], over[name]) : over[name]
  }
  // Object.fromEntries also creates members with names such as `__proto__`.
  return Object.fromEntries([...names].map((name) => [name, memberFor(name)]))
}
