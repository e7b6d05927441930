import type { ValueKind } from '../kit/option-row.ts'
import type { Completed, CompletedCommand, CompletedOption, CompletionTable } from './completion-table.ts'

/** A word that can stand where the cursor is, and what it means. */
export type Candidate = { word: string; help: string }

/** What to offer: words, or the names of files, which the shell knows best. */
export type Completion = { candidates: readonly Candidate[]; files?: 'files' | 'folders' }

/** Values of a kind that are known on this machine, the likeliest first. Nothing is sent for them. */
export type LiveValues = (kind: ValueKind, profile: string | undefined) => Promise<readonly Candidate[]>

/**
 * What can stand in the last of these words.
 *
 * @param words - Those after the program's name, up to the cursor; the last one is as far as it is typed, '' for none yet.
 */
export const completeWords = async (
  words: readonly string[],
  table: CompletionTable,
  live: LiveValues,
): Promise<Completion> => {
  const typed = words.at(-1) ?? ''
  const { operands, open, used, profile } = readWords(words.slice(0, -1), table)
  const command = commandOf(operands, table)
  const own = command?.options ?? []
  const isOwn = ({ names }: CompletedOption) => own.some((option) => option.names.some((name) => names.includes(name)))
  const options = [...own, ...table.globals.filter((option) => !isOwn(option))]
  if (open) {
    const opened = options.find(({ names }) => names.some((name) => open.names.includes(name))) ?? open
    return startingWith(typed, await valuesOf(opened, typed, profile, live))
  }

  const equals = typed.indexOf('=')
  if (typed.startsWith('--') && equals > 0) {
    const option = options.find(({ names }) => names.includes(typed.slice(0, equals)))
    const values = option?.takesValue
      ? await valuesOf(option, typed.slice(equals + 1), profile, live)
      : { candidates: [] }
    return startingWith(typed, prefixed(typed.slice(0, equals + 1), values))
  }
  if (typed.startsWith('-')) return startingWith(typed, { candidates: optionCandidates(options, used) })
  if (!command || isGroupAlone(operands, table))
    return startingWith(typed, { candidates: nameCandidates(operands, table) })
  const place = command.arguments[operands.length - command.name.split(' ').length]
  return startingWith(typed, place ? await valuesOf(place, typed, profile, live) : { candidates: [] })
}

type ReadWords = {
  /** Words that are neither options nor their values. */
  operands: string[]
  /** The option whose value comes next. */
  open: CompletedOption | undefined
  /** Options that were given. */
  used: ReadonlySet<string>
  /** What --profile said. */
  profile: string | undefined
}

const readWords = (words: readonly string[], { commands, globals }: CompletionTable): ReadWords => {
  // An option takes a value or not whatever the command is; `-o` and its like mean the same everywhere.
  const options = new Map(
    [...commands.flatMap(({ options }) => options), ...globals].flatMap((option) =>
      option.names.map((name) => [name, option] as const),
    ),
  )
  const operands: string[] = []
  const used = new Set<string>()
  let open: CompletedOption | undefined
  let profile: string | undefined
  for (const word of words) {
    if (open) {
      if (open.names.includes('--profile')) profile = word
      open = undefined
    } else if (word.startsWith('-')) {
      const [name = word, value] = word.split('=', 2)
      const option = options.get(name)
      for (const each of option?.names ?? []) used.add(each)
      if (option?.takesValue && value === undefined) open = option
      if (name === '--profile') profile = value
    } else operands.push(word)
  }
  return { operands, open, used, profile }
}

const commandOf = (operands: readonly string[], { commands }: CompletionTable): CompletedCommand | undefined =>
  commands
    .filter(({ name }) => name.split(' ').every((word, at) => operands[at] === word))
    // A command may begin the names of others.
    .sort((a, b) => b.name.length - a.name.length)[0]

const isGroupAlone = ([first, ...others]: readonly string[], { groups }: CompletionTable): boolean =>
  first !== undefined && others.length === 0 && Object.hasOwn(groups, first)

const nameCandidates = (operands: readonly string[], { commands, groups }: CompletionTable): Candidate[] => {
  const [first, ...others] = operands[0] === 'help' ? operands.slice(1) : operands
  if (first !== undefined) {
    if (others.length > 0 || !Object.hasOwn(groups, first)) return []
    return commands
      .filter(({ name }) => name.startsWith(`${first} `))
      .map(({ name, summary }) => ({ word: name.slice(first.length + 1), help: summary }))
  }
  const single = commands.filter(({ name }) => !name.includes(' ') && !Object.hasOwn(groups, name))
  const help = operands.length === 0 ? [{ word: 'help', help: 'What a command does' }] : []
  return [
    ...Object.entries(groups).map(([word, help]) => ({ word, help })),
    ...single.map(({ name, summary }) => ({ word: name, help: summary })),
    ...help,
  ]
}

const optionCandidates = (options: readonly CompletedOption[], used: ReadonlySet<string>): Candidate[] =>
  options
    .filter(({ names, isRepeatable }) => isRepeatable || !names.some((name) => used.has(name)))
    .map(({ names, help }) => ({ word: names.at(-1) ?? '', help }))

const valuesOf = async (
  { choices, kind, offers, joinedBy, fieldValues }: Completed,
  typed: string,
  profile: string | undefined,
  live: LiveValues,
): Promise<Completion> => {
  if (choices) return { candidates: choices.map((word) => ({ word, help: '' })) }
  const [, begun = '', field = ''] = /^((\w+)[=~])/.exec(typed) ?? []
  const valued = fieldValues?.[field]
  if (valued) return prefixed(begun, { candidates: await live(valued, profile) })
  if (offers) {
    const before = joinedBy === undefined ? '' : typed.slice(0, typed.lastIndexOf(joinedBy) + 1)
    return prefixed(before, { candidates: offers.map((word) => ({ word, help: '' })) })
  }
  if (kind === 'file' || kind === 'folder') return { candidates: [], files: `${kind}s` }
  return { candidates: kind === undefined ? [] : await live(kind, profile) }
}

const prefixed = (before: string, { candidates, ...rest }: Completion): Completion => ({
  ...rest,
  candidates: candidates.map(({ word, help }) => ({ word: before + word, help })),
})

/** Texts come from servers: a line break or a control character in one would be another candidate, or worse. */
const isTypeable = ({ word }: Candidate): boolean => word !== '' && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(word)

const startingWith = (typed: string, { candidates, ...rest }: Completion): Completion => ({
  ...rest,
  candidates: candidates.filter((candidate) => candidate.word.startsWith(typed) && isTypeable(candidate)),
})

/**
 * The words of a command line as a shell would part it, up to where it ends; the last one is '' after a space. A quote that is
 * still open holds all that follows. Nothing is expanded.
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
