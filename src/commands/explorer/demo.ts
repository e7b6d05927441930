import { AppError } from '../../base/errors.ts'
import { DEMO_PROFILE } from '../../config/profiles/profile-name.ts'
import { type CommandInput, command, type Deps } from '../kit/command.ts'
import { demoOptions, parseDemoSize } from '../kit/demo-size.ts'
import type { DemoSize } from '../kit/world.ts'
import { openScreen } from './open-screen.ts'

const parseDemo = ({ options, globals }: CommandInput<typeof demoOptions>): DemoSize => {
  if (globals.profile !== undefined && globals.profile !== DEMO_PROFILE)
    throw new AppError('usage', `qd demo shows no profile: leave out the word demo, or --profile.`)
  return parseDemoSize(options)
}

const runDemo = async (size: DemoSize, deps: Deps): Promise<undefined> => {
  await openScreen(size, deps)
}

export const demo = command({
  name: 'demo',
  summary: 'Explore a made-up organisation on a service of its own',
  formats: ['table'],
  pipeFormat: 'table',
  takesScreen: true,
  options: demoOptions,
  examples: ['demo', 'demo --users 500 --seed 7', 'demo --screen usage'],
  parse: parseDemo,
  run: runDemo,
})
