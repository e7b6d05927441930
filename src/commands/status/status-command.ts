import { AppError, usageError } from '../../base/errors.ts'
import { loadChosenProfile } from '../../config/profiles/choose-profile.ts'
import { NO_STATUS, readStatus } from '../../config/status/saved-status.ts'
import { fillStatusTemplate, STATUS_NAMES, statusDocument, statusText } from '../../domain/status/status-text.ts'
import { command, textFormats } from '../kit/command.ts'
import { printJson } from '../output/print-rows.ts'

/** The launcher runs the usual forms without this module: see src/app/status.ts. */
export const status = command({
  name: 'status',
  summary: 'Print one line for a status bar or a prompt',
  description: `Prints the credits of the month with the used share of the budget, their forecast, and the number of attention items that are not muted. It sends no request and writes nothing: the figures are those of the last qd overview or qd watch, or of the explorer, for a range of 14 days or more that ends yesterday. Figures older than a day end with their age; without any, qd exits with 7. With a budget of the organisation, the month is the billing month. --json has text, tooltip and class (ok, attention or stale) for waybar and polybar. --template replaces names in double braces: ${STATUS_NAMES.join(', ')}.`,
  ...textFormats,
  globals: { '--key-stdin': false, '--verbose': false, '--read-only': false, '--screen-reader': false },
  templateHelp: 'print this text, such as {{credits}} {{attention}}',
  examples: ['status', 'status --json', "status --template '{{credits}} {{budget}} !{{attention}}'"],
  run: async ({ globals }, deps) => {
    const { env, now, format, out } = deps
    const { profile, template, isAscii } = globals
    if (template !== undefined && globals.query !== undefined)
      throw usageError('--query and --template cannot be used together here.')
    await loadChosenProfile(env, profile)
    const figures = readStatus(env, profile)
    if (!figures) throw new AppError('incomplete', NO_STATUS)
    const options = { now: now(), isAscii }
    if (template !== undefined) {
      const filled = fillStatusTemplate(template, figures, options)
      if ('problem' in filled)
        throw usageError(`--template ${filled.problem}: use {{NAME}} with ${STATUS_NAMES.join(', ')}.`)
      out(`${filled.text}\n`)
    } else if (format === 'json') printJson(statusDocument(figures, options), { ...deps, isOutputTerminal: false })
    else out(`${statusText(figures, options)}\n`)
    return 0
  },
})
