import { type Command, command } from '../kit/command.ts'
import { parseWhole } from '../kit/option-values.ts'
import { mcpInstall } from './mcp-install.ts'

/** Default of `--max-result-bytes`. */
const MAX_RESULT_BYTES = 40_000

/** @param all - Every command: those that read are tools. */
export const mcpCommands = (all: () => Promise<readonly Command[]>): readonly Command[] => [
  command({
    name: 'mcp',
    summary: 'Let agents read with the Model Context Protocol',
    description:
      'Serves MCP over standard input and output: a tool for each command that reads, such as analytics_tokens, and the resources quarterdeck://report and quarterdeck://settings. Nothing can be changed, secrets are masked, and people have pseudonyms. A large result is cut after a whole row, and the agent continues it with a cursor. qd mcp install adds it to the configuration of an agent.',
    formats: ['table'],
    globals: { '--key-stdin': false, '--read-only': false, '--screen-reader': false },
    options: [
      { flags: '--names', help: 'name people instead of pseudonyms' },
      { flags: '--max-result-bytes <number>', help: `maximum size of a result (default: ${MAX_RESULT_BYTES})` },
    ],
    examples: ['mcp', 'mcp --profile acme --names'],
    parse: ({ options: { names, maxResultBytes } }) => ({
      hasNames: names,
      maxBytes: parseWhole(maxResultBytes, '--max-result-bytes', { min: 4_000, max: 10_000_000 }) ?? MAX_RESULT_BYTES,
    }),
    run: async (options, deps) => {
      const [{ serveMcp }, commands] = await Promise.all([import('./mcp-server.ts'), all()])
      await serveMcp(commands, options, deps)
      return 0
    },
  }),
  mcpInstall,
]
