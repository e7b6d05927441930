import { AppError } from '../../base/errors.ts'
import { isContainer, memberOf } from '../../base/json.ts'
import { counted } from '../../domain/text/format.ts'
import type { Config } from './config-schema.ts'
import { readConfigText } from './config-text.ts'
import { type ConfigFile, type ConfigFiles, type FileProblem, withIncludedFiles } from './included-files.ts'
import { offsetOfMember, parseCommentedJson, positionText } from './json-problems.ts'
import { configProblems, unknownIn } from './plain-config.ts'

/** A valid configuration. */
export type LoadedConfig = Pick<ConfigFiles, 'files'> & {
  config: Config
  /** What config.json itself contains. */
  own: Config
}

/**
 * Parses config.json and reads the files that it includes. Returns the members as written, because zod's copy would
 * drop some with names such as `__proto__`.
 *
 * @param raw - The text of config.json.
 * @throws AppError of kind `usage` with the position of each problem.
 */
export const parseConfig = (raw: string, path: string): LoadedConfig => withinStack(path, () => parseFiles(raw, path))

const parseFiles = (raw: string, path: string): LoadedConfig => {
  const { files, value, problems } = withIncludedFiles(path, raw, (text) => parseCommentedJson(text).value)
  const syntax = files.flatMap((file) =>
    parseCommentedJson(file.text).problems.map(({ offset, problem }) => ({ file, offset, sentence: problem })),
  )
  const members = [...problems, ...configProblems(value).map((one) => ({ ...one, file: fileWith(files, one.path) }))]
  // A file with syntax errors has no value, so that its members would be reported as missing.
  const all = syntax.length > 0 ? [...syntax, ...problems.map(located)] : members.map(located)
  if (all.length === 0) return { config: value as Config, own: files[0].value as Config, files }
  throw invalidConfig(sentencesOf(all, files))
}

/** Parsers are recursive: lists in lists in lists can exhaust the stack. */
const withinStack = <Result>(path: string, parse: () => Result): Result => {
  try {
    return parse()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new AppError('usage', `${path}, or a file that it includes, is nested too deeply: simplify it.`, {
      cause: error,
    })
  }
}

/** A problem at an offset of a file, as a sentence without a full stop. */
type Located = { file: ConfigFile; offset: number; sentence: string }

const located = ({ file, path, problem }: FileProblem): Located => ({
  file,
  offset: offsetOfMember(file.text, path),
  sentence: `${path.map(String).join('.') || 'the file'} ${problem}`,
})

/** The file that contains a member, or the longest part of its path. */
export const fileWith = (files: readonly ConfigFile[], path: readonly PropertyKey[]): ConfigFile => {
  const depthIn = ({ value }: ConfigFile): number => {
    let [depth, at] = [0, value]
    for (const key of path) {
      if (!isContainer(at) || !Object.hasOwn(at, key)) break
      at = memberOf(at, String(key))
      depth += 1
    }
    return depth
  }
  return files.reduce((best, file) => (depthIn(file) > depthIn(best) ? file : best))
}

/** Problems in the order of the files, each with file, line and column. */
const sentencesOf = (all: readonly Located[], files: ConfigFiles['files']): string[] =>
  [...all]
    .sort((a, b) => files.indexOf(a.file) - files.indexOf(b.file) || a.offset - b.offset)
    .map(({ file, offset, sentence }) => `${file.path}, ${positionText(file.text, offset)}: ${sentence}.`)

const MAX_LISTED_PROBLEMS = 100

const invalidConfig = (sentences: readonly string[]): AppError => {
  const [first = '', ...others] = sentences
  if (others.length === 0) return new AppError('usage', first)
  const more = sentences.length - MAX_LISTED_PROBLEMS
  const problems = [...sentences.slice(0, MAX_LISTED_PROBLEMS), ...(more > 0 ? [`And ${more} more.`] : [])]
  return new AppError('usage', `${first.slice(0, -1)}, and ${counted(others.length, 'more problem')}.`, { problems })
}

/**
 * A warning for each unknown member of config.json and of the files that it includes.
 *
 * @throws AppError like {@link parseConfig}.
 */
export const configWarnings = (path: string): string[] => {
  const text = readConfigText(path)
  if (text === undefined) return []
  return withinStack(path, () => {
    const { files } = parseFiles(text, path)
    const unknown = files.flatMap((file) => unknownIn(file.value).map((problem) => located({ ...problem, file })))
    return sentencesOf(unknown, files)
  })
}
