import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '../../helpers/make-folder.ts'
import { runQd } from '../../helpers/run-qd.ts'

const fileWith = (text: string): string => {
  const file = join(makeFolder(), 'mcp.json')
  writeFileSync(file, text)
  return file
}

const install = (file: string, ...more: string[]) => runQd(['mcp', 'install', '--file', file, ...more])

test('without --file, the configuration is printed', async () => {
  const { out, code } = await runQd(['mcp', 'install', '--profile', 'acme', '--names'])
  expect(code).toBe(0)
  expect(out).toBe(`{
  "mcpServers": {
    "quarterdeck": {
      "command": "qd",
      "args": [
        "mcp",
        "--profile",
        "acme",
        "--names"
      ]
    }
  }
}
`)
})

test('a missing file is written after a yes, with the difference on standard error', async () => {
  const file = join(makeFolder(), 'mcp.json')
  const refused = await install(file)
  expect(refused.code).toBe(2)
  expect(refused.err).toContain('+      "command": "qd"')
  expect(refused.err).toContain('No terminal for confirmation: pass --yes.')
  expect(() => readFileSync(file)).toThrow('ENOENT')
  const written = await install(file, '--command', 'node "/opt/my tools/qd.js"', '--yes', '--json')
  expect(JSON.parse(written.out)).toMatchObject({ file, isChanged: true })
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    mcpServers: { quarterdeck: { command: 'node', args: ['/opt/my tools/qd.js', 'mcp'] } },
  })
})

test('comments, other servers and other members are kept, and a second run changes nothing', async () => {
  const file = fileWith(`{
  // Servers of the team.
  "mcpServers": {
    "files": { "command": "files-server", "env": { "API_KEY": "sk-0123456789abcdef0123" } }, // read only
    "quarterdeck": {
      "command": "old", // of last year
      "args": [],
      "disabled": true
    }
  },
  "theme": "dark"
}
`)
  const { err } = await install(file, '--yes')
  expect(err).not.toContain('sk-0123456789abcdef0123')
  const text = readFileSync(file, 'utf8')
  expect(text).toBe(`{
  // Servers of the team.
  "mcpServers": {
    "files": { "command": "files-server", "env": { "API_KEY": "sk-0123456789abcdef0123" } }, // read only
    "quarterdeck": {
      "command": "qd", // of last year
      "args": ["mcp"],
      "disabled": true
    }
  },
  "theme": "dark"
}
`)
  const second = await install(file)
  expect([second.code, second.out]).toEqual([0, `Nothing to do: ${file} already has this server.\n`])
  expect(readFileSync(file, 'utf8')).toBe(text)
})

test.each([
  ['{', 'is not valid JSON. Paste the output of qd mcp install into it.'],
  ['[]', 'is not a JSON object.'],
  ['{"mcpServers": []}', 'has mcpServers that are not a JSON object.'],
  ['{"mcpServers": {"quarterdeck": 1}}', 'has a server quarterdeck that is not a JSON object.'],
  ['{"mcpServers": {}, "mcpServers": {}}', 'has "mcpServers" twice: remove one.'],
])('a file with %s is not changed', async (text, sentence) => {
  const file = fileWith(text)
  const { code, err } = await install(file, '--yes')
  expect([code, err]).toEqual([2, `${file} ${sentence}\n`])
  expect(readFileSync(file, 'utf8')).toBe(text)
})

test.each([
  [['--command', ''], '--command is not a command'],
  [['--yes'], '--yes requires --file.'],
  [['--file', ''], '--file is empty'],
  [['--profile', 'a b'], '--profile '],
])('qd mcp install %j is wrong usage', async (more, sentence) => {
  const { code, err, out } = await runQd(['mcp', 'install', ...more])
  expect([code, out]).toEqual([2, ''])
  expect(err).toContain(sentence)
})
