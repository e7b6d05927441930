import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from '../helpers/make-folder.ts'

test('the built program serves its tools over standard input and output', async () => {
  const home = makeFolder()
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ['dist/qd.js', 'mcp', '--profile', 'demo'],
    env: { XDG_CONFIG_HOME: home, XDG_STATE_HOME: home, XDG_CACHE_HOME: home },
    stderr: 'pipe',
  })
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport)
  onTestFinished(() => client.close())
  expect(client.getServerVersion()).toMatchObject({ name: 'quarterdeck' })
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toContain('analytics_tokens')
  const { content } = await client.callTool({ name: 'analytics_activity', arguments: { last: '3d' } })
  const [{ text = '' } = {}] = content as { text: string }[]
  expect(JSON.parse(text).data).toHaveLength(3)
})
