// `qd status`. Status bars run it every few seconds, so the launcher loads it without the rest of the program.
import { writeSync } from 'node:fs'
import { isAsciiTerminal } from '../base/env.ts'
import { NO_STATUS, readStatus } from '../config/status/saved-status.ts'
import { fillStatusTemplate, statusDocument, statusText } from '../domain/status/status-text.ts'

type Words = { isJson: boolean; isAscii: boolean; profile?: string; template?: string }

/**
 * Prints the status and sets the exit status.
 *
 * @param argv - The words after `qd status`.
 * @returns false if nothing was printed, because the whole program must parse these words or report an error.
 */
export const printStatus = (argv: readonly string[]): boolean => {
  const { env } = process
  const words = parseWords(argv)
  if (!words || (words.template !== undefined && words.isJson)) return false
  const { profile, template, isJson } = words
  const figures = readStatus(env, profile)
  if (!figures) {
    // The named profile may not exist.
    if (profile !== undefined || env.QUARTERDECK_PROFILE) return false
    process.exitCode = 7
    return write(2, NO_STATUS)
  }
  const options = { now: Date.now(), isAscii: words.isAscii || isAsciiTerminal(env) }
  if (template === undefined)
    return write(
      1,
      isJson ? JSON.stringify({ schema: 1, ...statusDocument(figures, options) }) : statusText(figures, options),
    )
  const filled = fillStatusTemplate(template, figures, options)
  return 'text' in filled && write(1, filled.text)
}

/** Undefined for other options, an option without its value, and arguments. */
const parseWords = (argv: readonly string[]): Words | undefined => {
  const words: Words = { isJson: false, isAscii: false }
  for (let at = 0; at < argv.length; at++) {
    const [, name, inline] = /^--(profile|template)(?:=(.*))?$/s.exec(argv[at] ?? '') ?? []
    if (argv[at] === '--json') words.isJson = true
    else if (argv[at] === '--ascii') words.isAscii = true
    else if (name === 'profile' || name === 'template') {
      if (inline === undefined) at++
      const value = inline ?? argv[at]
      if (value === undefined || value.startsWith('-')) return undefined
      words[name] = value
    } else return undefined
  }
  return words
}

/** Standard output may be full or closed: the whole program then reports that. */
const write = (fd: 1 | 2, line: string): boolean => {
  try {
    writeSync(fd, `${line}\n`)
    return true
  } catch {
    return false
  }
}
