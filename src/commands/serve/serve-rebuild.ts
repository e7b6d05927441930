import { counted } from '../../domain/text/format.ts'
import { command } from '../kit/command.ts'
import { createStatusLine } from '../kit/notes.ts'
import { dataOption, parseData, withServerData } from '../kit/server-data.ts'
import { printDone } from '../output/print-rows.ts'

export const serveRebuild = command({
  name: 'serve rebuild',
  summary: 'Recalculate the rankings of a server',
  description:
    'Derives the figures and sums that rankings read from the stored rows of users, month by month, in one transaction. They are kept up to date, so this is ' +
    'needed only after rows were changed by another program. Readers see the earlier sums until it ends.',
  options: [dataOption],
  formats: ['table', 'json'],
  pipeFormat: 'table',
  isLocal: true,
  examples: ['serve rebuild --data acme.db'],
  parse: ({ options }) => parseData(options.data),
  run: (data, deps): Promise<undefined> =>
    withServerData(data, deps, async (server) => {
      const progress = createStatusLine(deps)
      const { days, rows } = await server
        .rebuild((month) => progress.show(`rebuilding ${month}`))
        .finally(progress.clear)
      return printDone(`Rebuilt ${counted(rows, 'row')} of ${counted(days, 'day')}.`, { days, rows }, deps)
    }),
})
