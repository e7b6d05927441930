import { usageError } from '../../base/errors.ts'
import { nearestWord } from '../../domain/text/fuzzy.ts'
import { command } from '../kit/command.ts'
import { printForeignJson } from '../output/print-rows.ts'

const word = (name: string, isOptional: boolean) => ({ name, help: 'a word of its name', isOptional })

export const schemaCommand = command({
  name: 'schema',
  summary: 'Print the JSON Schema of what a command prints',
  description:
    'The schema is that of --json without --columns, --query and --template; rows of ndjson are the rows of its list. Rows of the API are printed as the server sends them, with what qd computes under computed. A document has "schema": 1, which changes when a member is renamed or removed; new members may be added.',
  arguments: [word('command', false), word('subcommand', true), word('subcommand', true)],
  formats: ['json'],
  isLocal: true,
  examples: ['schema overview', 'schema readiness list'],
  parse: ({ args }) => args.filter((one) => one !== undefined).join(' '),
  run: async (name, deps) => {
    const { outputJsonSchema, outputSchemas } = await import('../output/schema/output-schemas.ts')
    const schema = outputJsonSchema(name)
    if (!schema) {
      const nearest = nearestWord(name, Object.keys(outputSchemas))
      const hint = nearest === undefined ? 'see qd --help.' : `did you mean qd schema ${nearest}?`
      throw usageError(`qd ${name} prints no JSON document of its own: ${hint}`)
    }
    printForeignJson(schema, { ...deps, isOutputTerminal: true })
  },
})
