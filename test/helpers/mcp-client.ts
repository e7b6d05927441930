import { PassThrough } from 'node:stream'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { onTestFinished } from 'vitest'
import { type RunOptions, runQd } from './run-qd.ts'

/** Runs `qd mcp` and connects the client of the SDK to it, until the end of the test. */
export const openMcp = async (options: RunOptions, args: readonly string[] = []) => {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const ran = runQd(['mcp', ...args], { ...options, messageStreams: () => ({ input, output }) })
  const client = new Client({ name: 'test', version: '1' })
  // The transport of a server reads one stream and writes the other, as that of a client does.
  await client.connect(new StdioServerTransport(output, input))
  const close = async () => {
    input.end()
    return ran
  }
  onTestFinished(async () => void (await close()))
  /** The texts of a result, the first of them parsed. */
  const call = async (name: string, given: Record<string, unknown> = {}, callOptions?: { signal?: AbortSignal }) => {
    const result = await client.callTool({ name, arguments: given }, undefined, callOptions)
    const texts = (result.content as { text: string }[]).map(({ text }) => text)
    // biome-ignore lint/suspicious/noExplicitAny: answers as they come
    const parse = (): any => JSON.parse(texts[0] ?? '')
    return { texts, isError: result.isError === true, parse, structured: result.structuredContent }
  }
  return { client, call, close }
}

/** The input with which each tool answers in the demo organisation. @default {} */
export const TOOL_INPUT: Readonly<Record<string, Record<string, unknown>>> = {
  analytics_users: { all: true },
  computers_metrics: { id: 'cmp_atlas' },
  computers_show: { id: 'cmp_atlas' },
  controls_blame: { path: 'sandbox' },
  readiness_compare: { repo: 'data-platform' },
  wiki_search: { text: 'refund' },
  wiki_show: { run: 'latest' },
}
