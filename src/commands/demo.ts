import { type CommandInput, command, type Deps } from './command.ts'
import { demoOptions, parseDemoSize } from './demo-size.ts'
import { openScreen } from './open-screen.ts'
import type { DemoSize } from './world.ts'

export const parseDemo = ({ options }: CommandInput): DemoSize => parseDemoSize(options)

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
