import { type CommandInput, command } from '../kit/command.ts'
import { noteTo } from '../kit/note.ts'
import { parseRunId } from './find-run.ts'

const about = {
  arguments: [{ name: 'id', help: 'of the wiki run' }],
  formats: ['table'],
  cacheOptions: ['offline'],
  parse: ({ args }: CommandInput<[]>) => parseRunId(args[0] ?? ''),
} as const

export const wikiAdd = command({
  ...about,
  options: [],
  name: 'wiki add',
  summary: 'Keep the id of a wiki run that the server lists nowhere',
  description: 'Nothing is sent: the id is kept on this machine, and asked for where the server reads single runs.',
  examples: ['wiki add wr_81f0'],
  run: async (id, deps) => {
    const { ledger, now } = await deps.source()
    ledger.rememberIds('wikiRuns', [{ id, name: undefined }], 'added', now())
    noteTo(deps.err, `Added ${id}.`)
    return 0
  },
})

export const wikiForget = command({
  ...about,
  options: [],
  name: 'wiki forget',
  summary: 'Forget the id of a wiki run, on this machine only',
  examples: ['wiki forget wr_81f0'],
  run: async (id, deps) => {
    const { management } = await deps.source()
    management.forgetId('wikiRuns', id)
    noteTo(deps.err, `Forgot ${id}.`)
    return 0
  },
})
