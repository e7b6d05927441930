import { type CommandInput, command, type Deps } from '../kit/command.ts'
import { demoOptions, parseDemoSize } from '../kit/demo-size.ts'
import type { DemoSize } from '../kit/world.ts'
import { openScreen } from './open-screen.ts'

export const parseDemo = ({ options }: CommandInput<typeof demoOptions>): DemoSize => parseDemoSize(options)

export const runDemo = async (size: DemoSize, deps: Deps): Promise<undefined> => {
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
