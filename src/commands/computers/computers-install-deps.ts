import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../base/errors.ts'
import type { Computer } from '../../contract/computers.ts'
import type { Lenient } from '../../contract/lenient.ts'
import { isOnItsWay, standingOf } from '../../domain/computers/computer-status.ts'
import { stepsOf, tellingStep } from '../../domain/computers/computer-steps.ts'
import { carryOutChange } from '../kit/carry-out-change.ts'
import { type CommandInput, command, type Deps } from '../kit/command.ts'
import { yesOption } from '../kit/confirm.ts'
import { parseId } from '../kit/id-argument.ts'
import { noteTo } from '../kit/note.ts'
import type { OptionRow } from '../kit/option-row.ts'
import { callOptions } from '../kit/wait-notice.ts'
import { printDone } from '../output/print-done.ts'
import { lookAt } from './computer-words.ts'

const optionRows = [
  { flags: '--wait', help: 'wait until the installation has ended; 1 when it failed' },
  yesOption,
] as const satisfies readonly OptionRow[]

type InstallOptions = { id: string; isWaiting: boolean; isYes: boolean }

/** Between two looks at a computer that is on its way, ms. */
const EVERY_MS = 2_000

const parseInstall = ({ args, options }: CommandInput<typeof optionRows>): InstallOptions => ({
  id: parseId(args[0], 'computer'),
  isWaiting: options.wait,
  isYes: options.yes,
})

const runInstall = async ({ id, isWaiting, isYes }: InstallOptions, deps: Deps): Promise<undefined> => {
  if (isWaiting) await judgeWait(deps)
  const begun = await begin(id, isYes, deps)
  if (!isWaiting) {
    const sentence = begun ? `The installation on ${id} has begun.` : `The installation on ${id} is already running.`
    printDone(sentence, begun ?? { id, alreadyRunning: true }, deps)
    return
  }
  if (!begun) noteTo(deps.err, `The installation on ${id} is already running: waiting for its end.`)
  const ended = await waitForEnd(id, deps)
  if (standingOf(ended) !== 'active') throw new AppError('failed', failureOf(id, ended, deps.now()))
  printDone(`The installation on ${id} has ended well.`, ended, deps)
}

/** @throws AppError of kind `usage` where the server cannot be asked how it goes on, before anything is sent. */
const judgeWait = async (deps: Deps): Promise<void> => {
  const { data } = await (await deps.source()).management.extensions(callOptions(deps))
  if (!data.includes('computer') && !data.includes('computers'))
    throw new AppError('usage', '--wait asks how it goes on, and this server tells of no computer: leave it out.')
}

/** The computer as it is then; undefined where an installation runs already. */
const begin = async (id: string, isYes: boolean, deps: Deps): Promise<Lenient<Computer> | undefined> => {
  const words = { question: `Install the dependencies of ${id} again?`, isYes, look: lookAt(id) }
  try {
    return await carryOutChange('installDependencies', { params: { computerId: id } }, words, deps)
  } catch (error) {
    if (error instanceof AppError && error.status === 409) return undefined
    throw error
  }
}

const waitForEnd = async (id: string, deps: Deps): Promise<Lenient<Computer>> => {
  const source = await deps.source()
  while (true) {
    const { data } = await source.management.computers.loadOne(id, { ...callOptions(deps), isForced: true })
    if (data.item && !isOnItsWay(data.item)) return data.item
    try {
      await sleep(EVERY_MS, undefined, { signal: deps.signal })
    } catch {
      throw new AppError('interrupted', `Interrupted: the installation on ${id} goes on.`)
    }
  }
}

const failureOf = (id: string, computer: Lenient<Computer>, now: number): string => {
  const step = tellingStep(stepsOf(computer, now))
  return `The installation on ${id} has ended as ${computer.status ?? 'nothing that was told'}${step?.error === undefined ? '' : `: ${step.error}`}.`
}

export const computersInstallDeps = command({
  name: 'computers install-deps',
  summary: 'Run the installation of dependencies on a computer again',
  description: 'One that is already running is no failure. Asks before on a terminal.',
  arguments: [{ name: 'id', help: 'id of the computer', completes: 'computer' }],
  formats: ['table', 'json'],
  options: optionRows,
  examples: ['computers install-deps comp_7f21 --wait'],
  parse: parseInstall,
  run: runInstall,
})
