import type { ArgumentRow, OptionRow, ValueKind } from '../kit/option-row.ts'
import type { CompletedOption, CompletionTable } from './completion-table.ts'

/** A word that can be at the cursor, and its help. */
export type Candidate = { word: string; help: string }

/** The completions: words, or file names, which the shell completes itself. */
export type Completion = { candidates: readonly Candidate[]; files?: 'files' | 'folders' }

/** Loads values of a kind that are stored on this machine, most likely first. Sends no request. */
export type LoadValues = (kind: ValueKind, profile: string | undefined) => Promise<readonly Candidate[]>

/**
 * Completes the last of these words.
 *
 * @param words - The words after the program's name, up to the cursor. The last one may be incomplete, or '' if
 * nothing is typed yet.
 */
export const completeWords = async (
  words: readonly string[],
  table: CompletionTable,
  loadValues: LoadValues,
): Promise<Completion> => {
  const typed = words.at(-1) ?? ''
  const { candidates, ...rest } = await candidatesFor(typed, parseWords(words.slice(0, -1), table), table, loadValues)
  return { ...rest, candidates: candidates.filter((each) => each.word.startsWith(typed) && isSafeWord(each)) }
}

/** Values may come from a server: reject line breaks and control characters, which a terminal would execute. */
const isSafeWord = ({ word }: Candidate): boolean => word !== '' && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(word)

const candidatesFor = async (
  typed: string,
  { operands, open, used, profile }: ReturnType<typeof parseWords>,
  table: CompletionTable,
  loadValues: LoadValues,
): Promise<Completion> => {
  const command = commandOf(operands, table)
  const options: readonly CompletedOption[] = command
    ? [...command.options, ...table.globals.filter(({ flags }) => command.globals.includes(flags))]
    : table.globals
  const optionNamed = (name: string) => options.find((option) => namesOf(option).includes(name))
  if (open) return valuesOf(optionNamed(namesOf(open).at(-1) ?? '') ?? open, typed, profile, loadValues)

  const equals = typed.indexOf('=')
  if (typed.startsWith('--') && equals > 0) {
    const option = optionNamed(typed.slice(0, equals))
    if (!option || !takesValue(option)) return { candidates: [] }
    return withPrefix(typed.slice(0, equals + 1), await valuesOf(option, typed.slice(equals + 1), profile, loadValues))
  }
  if (typed.startsWith('-')) {
    const fresh = options.filter((row) => row.isRepeatable || !namesOf(row).some((name) => used.has(name)))
    return { candidates: fresh.map((row) => ({ word: namesOf(row).at(-1) ?? '', help: row.help })) }
  }
  if (!command || Object.hasOwn(table.groups, operands.join(' ')))
    return { candidates: nameCandidates(operands, table) }
  const place = command.arguments[operands.length - command.name.split(' ').length]
  return place ? valuesOf(place, typed, profile, loadValues) : { candidates: [] }
}

/** `-q` and `--param` of `-q, --param <k=v>`. */
const namesOf = ({ flags }: OptionRow): string[] => flags.split(', ').map((flag) => flag.split(' ')[0] ?? flag)

const takesValue = ({ flags }: OptionRow): boolean => flags.includes('<')

/** Splits words into operands, the option whose value comes next, the names of the given options, and the profile. */
const parseWords = (words: readonly string[], { commands, globals }: CompletionTable) => {
  // Whether an option takes a value does not depend on the command: `-o` and others mean the same everywhere.
  const rows = [...commands.flatMap(({ options }) => options), ...globals]
  const options = new Map(rows.flatMap((option) => namesOf(option).map((name) => [name, option] as const)))
  const operands: string[] = []
  const used = new Set<string>()
  let open: OptionRow | undefined
  let profile: string | undefined
  for (const word of words) {
    if (open) {
      if (namesOf(open).includes('--profile')) profile = word
      open = undefined
    } else if (word.startsWith('-')) {
      const [name = word, value] = word.split('=', 2)
      const option = options.get(name)
      for (const each of option ? namesOf(option) : []) used.add(each)
      if (option && takesValue(option) && value === undefined) open = option
      if (name === '--profile') profile = value
    } else operands.push(word)
  }
  return { operands, open, used, profile }
}

const commandOf = (operands: readonly string[], { commands }: CompletionTable) =>
  commands
    .filter(({ name }) => name.split(' ').every((word, at) => operands[at] === word))
    // `keys` is a command, and so is `keys list`: the longest match wins.
    .sort((a, b) => b.name.length - a.name.length)[0]

/** The words that can follow a group, or that can come first. */
const nameCandidates = (operands: readonly string[], { commands, groups }: CompletionTable): Candidate[] => {
  const typed = operands[0] === 'help' ? operands.slice(1) : operands
  if (typed.length > 0 && !Object.hasOwn(groups, typed.join(' '))) return []
  const before = typed.map((word) => `${word} `).join('')
  const next = ({ name, help }: { name: string; help: string }): Candidate[] => {
    const rest = name.slice(before.length)
    return name.startsWith(before) && rest !== '' && !rest.includes(' ') ? [{ word: rest, help }] : []
  }
  const found = [
    ...Object.entries(groups).map(([name, help]) => ({ name, help })),
    ...commands
      .filter(({ name }) => !Object.hasOwn(groups, name))
      .map(({ name, summary }) => ({ name, help: summary })),
  ].flatMap(next)
  return operands.length === 0 ? [...found, { word: 'help', help: 'Print the help of a command' }] : found
}

const valuesOf = async (
  { choices, completes, ...row }: ArgumentRow | CompletedOption,
  typed: string,
  profile: string | undefined,
  loadValues: LoadValues,
): Promise<Completion> => {
  if (choices) return { candidates: choices.map((word) => ({ word, help: '' })) }
  if ('offers' in row && row.offers) {
    const [, withOperator = '', field = ''] = /^((\w+)[=~])/.exec(typed) ?? []
    const valued = row.fieldValues?.[field]
    if (valued) return withPrefix(withOperator, { candidates: await loadValues(valued, profile) })
    const before = row.joinedBy === undefined ? '' : typed.slice(0, typed.lastIndexOf(row.joinedBy) + 1)
    return withPrefix(before, { candidates: row.offers.map((word) => ({ word, help: '' })) })
  }
  if (completes === 'file' || completes === 'folder') return { candidates: [], files: `${completes}s` }
  return { candidates: completes === undefined ? [] : await loadValues(completes, profile) }
}

const withPrefix = (before: string, { candidates, ...rest }: Completion): Completion => ({
  ...rest,
  candidates: candidates.map(({ word, help }) => ({ word: before + word, help })),
})

/**
 * Splits a command line into words as a shell does; the last word is '' after a space. An open quote extends to the
 * end. Nothing is expanded.
 */
export const wordsOfLine = (line: string): string[] => {
  const words: string[] = []
  let word: string | undefined
  let quote = ''
  for (let at = 0; at < line.length; at++) {
    const sign = line.charAt(at)
    if (quote === '' && /\s/.test(sign)) {
      if (word !== undefined) words.push(word)
      word = undefined
    } else if (quote === '' && (sign === '"' || sign === "'")) {
      quote = sign
      word ??= ''
    } else if (sign === quote) quote = ''
    else if (sign === '\\' && quote !== "'") {
      at++
      word = (word ?? '') + line.charAt(at)
    } else word = (word ?? '') + sign
  }
  return [...words, word ?? '']
}
