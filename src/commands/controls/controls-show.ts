import { masked } from '../../client/masked.ts'
import { toJson } from '../../domain/output/output.ts'
import { revisionName } from '../../domain/revisions/revision-brief.ts'
import { command } from '../kit/command.ts'
import { endWith } from '../kit/load-options.ts'
import { atOption } from '../kit/option-values.ts'
import { printJson } from '../output/print-rows.ts'
import type { Revision } from './open-history.ts'
import { openHistory, parseView, revisionAmong, shownAs, shownOptions } from './open-history.ts'
import { parseRevisionName, REVISION_HELP } from './revision-rows.ts'

/** `revision 418  2026-11-14 09:41 UTC  m.ito`, without secrets. */
export const headOf = (revision: Revision): string => `revision ${revisionName(revision)}`

export const show = command({
  name: 'controls show',
  summary: 'The whole settings as a revision left them, secrets masked',
  description: REVISION_HELP,
  arguments: [{ name: 'revision', help: 'which one; latest when left out', completes: 'revision', isOptional: true }],
  formats: ['table', 'json'],
  cacheOptions: ['offline', 'refresh'],
  options: [atOption, ...shownOptions],
  examples: ['controls show', 'controls show 412 --json', 'controls show 2026-11-01'],
  parse: (input, now) => ({ name: parseRevisionName(input.args[0] ?? 'latest', now), view: parseView(input, now) }),
  run: async ({ name, view }, deps) => {
    const { find } = await openHistory(view, deps)
    const history = await find([name])
    const revision = shownAs(view.reveal)(revisionAmong(history, name)) as Revision
    if (deps.format === 'json') printJson(revision, deps)
    else {
      const settings =
        revision.settings === undefined ? '?' : toJson(masked(revision.settings, deps.redact), { indent: 2 })
      deps.out(`${headOf(revision)}\n\n${settings}\n`)
    }
    await endWith({ at: history.at, problems: history.problems }, deps)
  },
})
