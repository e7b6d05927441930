import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  CallToolRequestSchema,
  ErrorCode,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js'
import { safeText } from '../../domain/text/safe-text.ts'
import type { Command, Deps } from '../kit/command.ts'
import { WHERE_HELP } from '../kit/row-options.ts'
import { createToolRunner, type ToolOptions } from './run-tool.ts'
import { inputSchemaOf } from './tool-input.ts'
import { outputSchemaOf } from './tool-output.ts'

const INSTRUCTIONS = `Read-only data of an organisation that uses coding agents: usage, credits, users, readiness of repositories, enterprise controls, keys, computers, wikis and CI jobs.
Each tool is a command of the program qd; its options are members of the input. Days are UTC; ranges end yesterday.
A result that is larger than a page has the member "continue": call the tool again with the same input and this cursor.
${WHERE_HELP}`

const PSEUDONYMS = 'People have pseudonyms such as "Person 7K3F2-92QMX", which are the same in all results.'

/** `analytics_tokens` for `analytics tokens`. */
const toolName = ({ name }: Pick<Command, 'name'>): string => name.replaceAll(/[ -]/g, '_')

/** The commands that are tools. */
const toolCommands = (commands: readonly Command[]): readonly Command[] => commands.filter(({ reads = false }) => reads)

/** Without the syntax of conditions, which the instructions describe once. */
const descriptionOf = ({ summary, description = '' }: Command): string =>
  `${summary}.\n\n${description.replace(WHERE_HELP, '')}`.trim()

const toolOf = (command: Command): Tool => ({
  name: toolName(command),
  title: command.summary,
  description: descriptionOf(command),
  inputSchema: inputSchemaOf(command),
  ...outputSchemaOf(command),
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
})

/** Resources, each with the command that prints it. */
const resources = [
  {
    uri: 'quarterdeck://report',
    name: 'report',
    title: 'Report of the last 14 days',
    mimeType: 'text/markdown',
    command: 'report',
  },
  {
    uri: 'quarterdeck://settings',
    name: 'settings',
    title: 'Enterprise controls in effect, with masked secrets',
    mimeType: 'application/json',
    command: 'controls show',
  },
] as const

/** Maximum size of a resource, which cannot be continued. */
const MAX_RESOURCE_BYTES = 4_000_000

/** An MCP server with a tool for each command that reads. It runs one command at a time. */
const createMcpServer = (commands: readonly Command[], options: ToolOptions, deps: Deps): Server => {
  const tools = new Map(toolCommands(commands).map((command) => [toolName(command), command]))
  const runTool = createToolRunner(options, deps)
  const runResource = createToolRunner({ ...options, maxBytes: MAX_RESOURCE_BYTES }, deps)
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <Value>(work: () => Promise<Value>): Promise<Value> => {
    const turn = last.then(work)
    last = turn.catch(() => {})
    return turn
  }
  const server = new Server(
    { name: 'quarterdeck', version: deps.version },
    {
      capabilities: { tools: {}, resources: {} },
      instructions: options.hasNames ? INSTRUCTIONS : `${INSTRUCTIONS}\n${PSEUDONYMS}`,
    },
  )
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...tools.values()].map(toolOf) }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: given = {} } }, { signal }) => {
    const command = tools.get(name)
    if (!command) throw new McpError(ErrorCode.InvalidParams, `There is no tool "${safeText(name)}"`)
    const { text, document, notes, isError } = await inTurn(() => runTool(command, given, signal))
    const texts = [text, notes].filter((each) => each !== '')
    const content = texts.map((each) => ({ type: 'text' as const, text: each }))
    return { content, ...(document && { structuredContent: document }), isError }
  })
  server.setRequestHandler(ListResourcesRequestSchema, () => ({
    resources: resources.map(({ command: _, ...resource }) => resource),
  }))
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }, { signal }) => {
    const resource = resources.find((each) => each.uri === uri)
    const command = commands.find(({ name }) => name === resource?.command)
    if (!resource || !command) throw new McpError(ErrorCode.InvalidParams, `There is no resource "${safeText(uri)}"`)
    const { text, isError } = await inTurn(() => runResource(command, {}, signal))
    if (isError) throw new McpError(ErrorCode.InternalError, text)
    return { contents: [{ uri, mimeType: resource.mimeType, text }] }
  })
  return server
}

/** Serves MCP until the input ends or the program is interrupted. */
export const serveMcp = async (commands: readonly Command[], options: ToolOptions, deps: Deps): Promise<void> => {
  const { input, output } = deps.messageStreams()
  const server = createMcpServer(commands, options, deps)
  const transport: Transport = new StdioServerTransport(input as never, output as never)
  const ended = new Promise<void>((resolve) => {
    for (const end of ['end', 'close', 'error']) input.once(end, resolve)
    deps.signal.addEventListener('abort', () => resolve(), { once: true })
  })
  await server.connect(transport)
  await ended
  await server.close()
}
