import { safeText } from '../../domain/text/safe-text.ts'
import type { CheckResult } from './run-checks.ts'

/** Items that an annotation names. */
const ITEMS_SHOWN = 10

/** Workflow commands of GitHub Actions: an error for each failed check, a warning for each unknown one. */
export const annotations = (results: readonly CheckResult[], file: string | undefined): string =>
  results
    .filter(({ status }) => status !== 'passed')
    .map(({ status, name, line, column, why, items }) => {
      const place = file === undefined ? {} : { file, line: String(line), col: String(column) }
      const properties = Object.entries({ ...place, title: `${status}: ${safeText(name)}` })
        .map(([key, value]) => `${key}=${escapedProperty(value)}`)
        .join(',')
      const shown = items.slice(0, ITEMS_SHOWN).map(({ text }) => `- ${safeText(text)}`)
      const message = [safeText(why), ...shown].join('\n')
      return `::${status === 'failed' ? 'error' : 'warning'} ${properties}::${escapedData(message)}\n`
    })
    .join('')

/**
 * Text of a server as part of a workflow's log. The runner would execute commands in it, so it stops that until the
 * line with the token.
 *
 * @param token - Not known to anybody who may write the text.
 */
export const withoutCommands = (text: string, token: string): string =>
  `::stop-commands::${token}\n${text}::${token}::\n`

const escapedData = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

const escapedProperty = (text: string): string => escapedData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
