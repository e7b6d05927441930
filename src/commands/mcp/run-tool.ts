import { AppError, usageError } from '../../base/errors.ts'
import { isObject } from '../../base/json.ts'
import { hideEmails } from '../../domain/overview/pseudonymize.ts'
import { safeText } from '../../domain/text/safe-text.ts'
import type { Command, Deps } from '../kit/command.ts'
import { errorLines } from '../kit/report-error.ts'
import { runCommand } from '../kit/run-command.ts'
import { longFlag } from '../kit/usage-error.ts'
import { formatCursor, hashOf, isOwnCursor, parseCursor } from './cursor.ts'
import { hideAddresses, hidePeople } from './hide-people.ts'
import { type Page, pageOf, type Result, rowsOf } from './result-pages.ts'
import { parseToolInput, type ToolInput } from './tool-input.ts'

export type ToolOptions = {
  /** Whether results name people. */
  hasNames: boolean
  /** Maximum size of a result. */
  maxBytes: number
}

/** The answer to a call. */
export type Answer = Page & {
  /** Sentences about the result. */
  notes: string
  isError: boolean
}

type RunOptions = ToolOptions & { deps: Deps; signal: AbortSignal }

/** How many cut results are stored for continuations. */
const MAX_STORED = 4

/** Maximum length of the output of a command, in characters. */
const MAX_OUTPUT = 64 * 1024 * 1024

/** Runs commands as tools. It stores cut results, so that a continuation has the same rows. */
export const createToolRunner = (options: ToolOptions, deps: Deps) => {
  const stored = new Map<string, Ran>()

  const answer = async (command: Command, given: Record<string, unknown>, signal: AbortSignal): Promise<Answer> => {
    const { cursor, ...rest } = given
    const own = typeof cursor === 'string' && isOwnCursor(cursor) ? parseCursor(cursor) : undefined
    const input = parseToolInput(command, own ? rest : given, fixedOptions(command, options, given))
    const call = hashOf([command.name, Object.entries(own ? rest : given).sort(([a], [b]) => (a < b ? -1 : 1))])
    if (own && own.call !== call)
      throw usageError('"cursor" belongs to another call: repeat the input of that call together with it.')
    const known = stored.get(call)
    const ran = own && known?.data === own.data ? known : await run(command, input, { ...options, deps, signal })
    if (own && ran.data !== own.data)
      throw new AppError('failed', 'The data has changed since this cursor was made: call again without it.')
    stored.delete(call)
    const page = pageOf(ran.result, {
      start: own?.row ?? 0,
      maxBytes: options.maxBytes,
      cursorAt: (row) => {
        stored.set(call, ran)
        return formatCursor({ row, call, data: ran.data })
      },
    })
    for (const oldest of [...stored.keys()].slice(0, -MAX_STORED)) stored.delete(oldest)
    return { ...page, notes: ran.notes, isError: false }
  }

  /** Never fails: an error is an answer. */
  return async (command: Command, given: Record<string, unknown>, signal: AbortSignal): Promise<Answer> => {
    try {
      return await answer(command, given, signal)
    } catch (error) {
      const text = error instanceof ToolError ? error.message : errorLines(error, deps.redact)
      return { text: text.trimEnd(), notes: '', isError: true }
    }
  }
}

/** The message of a failed command, as it would print it. */
class ToolError extends Error {
  override name = 'ToolError'
}

/** A result, the hash of its rows, and the sentences that the command printed with it. */
type Ran = { result: Result; data: string; notes: string }

const hasPseudonyms = ({ options }: Command): boolean => options.some(({ flags }) => longFlag(flags) === '--pseudonyms')

/** Options that the caller does not choose. */
const fixedOptions = (
  command: Command,
  { hasNames }: ToolOptions,
  { cursor }: Record<string, unknown>,
): Record<string, unknown> => {
  const takesCursor = command.options.some(({ flags }) => longFlag(flags) === '--cursor')
  const isOfApi = typeof cursor === 'string' && !isOwnCursor(cursor)
  if (isOfApi && !takesCursor) parseCursor(cursor)
  return {
    ...(hasPseudonyms(command) && { pseudonyms: !hasNames }),
    ...(command.options.some(({ flags }) => longFlag(flags) === '--output') && { output: '-' }),
    ...(isOfApi && { cursor }),
  }
}

const run = async (
  command: Command,
  { args, options, globals }: ToolInput,
  { deps, signal, hasNames }: RunOptions,
): Promise<Ran> => {
  let [out, err] = ['', '']
  const io = {
    out: (text: string) => {
      out += text
      if (out.length <= MAX_OUTPUT) return
      out = ''
      throw new AppError('failed', 'The result is too large: use a shorter range, limit or totals.')
    },
    err: (text: string) => {
      err += text
    },
    signal: AbortSignal.any([signal, deps.signal]),
  }
  const status = await runCommand(command, { args, options, globals }, deps.inner(command, globals, io))
  const salt = hasNames ? undefined : await deps.salt()
  const notes = salt === undefined ? err : hideEmails(err, salt)
  const result = resultOf(out, globals.format === 'json')
  if (!result) throw new ToolError(notes.trim() || `qd ${command.name} failed with status ${status}.`)
  const shown = salt === undefined ? result : hidden(result, hasPseudonyms(command), salt)
  return { result: shown, data: hashOf(rowsOf(shown)), notes: notes.trim() }
}

/** The result in an output; undefined without a complete one. */
const resultOf = (out: string, isJson: boolean): Result | undefined => {
  if (out.trim() === '') return undefined
  if (!isJson) return { is: 'text', lines: safeText(out, 'text').split('\n') }
  try {
    const document: unknown = JSON.parse(out)
    return isObject(document) ? { is: 'document', document } : undefined
  } catch {
    return undefined
  }
}

const hidden = (result: Result, hasOwnPseudonyms: boolean, salt: string): Result => {
  if (result.is === 'text') return { is: 'text', lines: result.lines.map((line) => hideEmails(line, salt)) }
  const { document } = result
  return {
    is: 'document',
    document: hasOwnPseudonyms
      ? (hideAddresses(document, salt) as Record<string, unknown>)
      : hidePeople(document, salt),
  }
}
