import { AppError } from '../../base/errors.ts'
import type { KnownKind } from '../../cache/ledger/ledger.ts'
import type { Ledger } from '../../cache/ledger/open-ledger.ts'
import { type Command, type CommandInput, command, type Deps } from '../kit/command.ts'
import { noteOfDemo } from '../kit/notes.ts'
import { parseId } from '../kit/option-values.ts'
import { printDone } from './print-rows.ts'

const EXAMPLE_IDS: Record<KnownKind, string> = { computers: 'comp_7f21', serviceAccounts: 'sa_ci', wikiRuns: 'wr_81f0' }

/**
 * The commands `add` and `forget` of ids that the server does not list. They send no request.
 *
 * @param group The first word of the commands: `computers`.
 * @param what The kind of object: `computer`.
 */
export const trackedIdCommands = (group: string, kind: KnownKind, what: string): readonly Command[] => {
  const parse = ({ args }: CommandInput<[]>): string => parseId(args[0], what)
  const isKnown = (ledger: Ledger, id: string): boolean => ledger.knownIds(kind).some((known) => known.id === id)
  const notDone = (ledger: Ledger, id: string, done: string): AppError =>
    new AppError('failed', `The id ${id} could not be ${done}. ${ledger.notice ?? ''}`.trim())
  const shared = {
    arguments: [{ name: 'id', help: `id of the ${what}` }],
    options: [] as [],
    formats: ['table', 'json'] as const,
    pipeFormat: 'table' as const,
    cacheOptions: ['offline'] as const,
    parse,
  }
  return [
    command({
      ...shared,
      name: `${group} add`,
      summary: `Track a ${what} the server cannot list`,
      examples: [`${group} add ${EXAMPLE_IDS[kind]}`],
      run: async (id: string, deps: Deps): Promise<undefined> => {
        const { ledger, now } = await deps.source()
        ledger.addIds(kind, [id], 'added', now())
        if (!isKnown(ledger, id)) throw notDone(ledger, id, 'added')
        printDone(`Added ${id}: qd ${group} list includes it from now on.`, { id, added: true }, deps)
        await noteOfDemo(deps)
      },
    }),
    command({
      ...shared,
      name: `${group} forget`,
      summary: `Stop tracking a ${what} on this machine`,
      examples: [`${group} forget ${EXAMPLE_IDS[kind]}`],
      run: async (id: string, deps: Deps): Promise<undefined> => {
        const { management, ledger } = await deps.source()
        await management.forgetId(kind, id)
        if (isKnown(ledger, id)) throw notDone(ledger, id, 'removed')
        printDone(`Stopped tracking ${id}.`, { id, forgotten: true }, deps)
      },
    }),
  ]
}
