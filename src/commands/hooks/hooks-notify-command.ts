import { command, type Deps } from '../kit/command.ts'

// The launcher has a way of its own for it, without all this. Here it is for help, and for options in front of it.
const runHooksNotify = async (_: undefined, deps: Deps): Promise<number> => {
  try {
    const notifier = await deps.notifier()
    notifier.receive(await deps.readInput())
  } catch (error) {
    deps.err(`The event was not taken: ${JSON.stringify((error as Error).message)}\n`)
  }
  return 0
}

export const hooksNotify = command({
  name: 'hooks notify',
  summary: 'Take an event of the agent from standard input, and tell it',
  description:
    'For the hooks of the agent: prints nothing, ends with status 0 whatever happens, and leaves the rest to a process of its own. qd hooks log says what became of it.',
  options: [],
  formats: ['table'],
  pipeFormat: 'table',
  examples: ['hooks notify < event.json'],
  parse: () => undefined,
  run: runHooksNotify,
})
