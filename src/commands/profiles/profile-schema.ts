import { configJsonSchema } from '../../config/profiles/config-schema.ts'
import { command, type Deps } from '../kit/command.ts'
import { printJson } from '../output/print-rows.ts'

const runProfileSchema = async (_options: undefined, deps: Deps): Promise<undefined> =>
  // A file for editors, which people read too.
  printJson(configJsonSchema((await deps.keyboard()).actions), { ...deps, isOutputTerminal: true }) as undefined

export const profileSchema = command({
  name: 'profile schema',
  summary: 'The JSON Schema of config.json, for editors',
  description: 'Name the file that holds it as "$schema" in config.json.',
  options: [],
  formats: ['json'],
  examples: ['profile schema > schema.json'],
  parse: () => undefined,
  run: runProfileSchema,
})
