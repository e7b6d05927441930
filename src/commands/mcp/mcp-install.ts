import { usageError } from '../../base/errors.ts'
import { splitWords } from '../../base/text.ts'
import { profileNameProblem } from '../../config/profiles/profile-name.ts'
import { settingsFileChange } from '../../notify/install/settings-file.ts'
import { yesOption } from '../kit/change.ts'
import { command, textFormats } from '../kit/command.ts'
import { localPath } from '../kit/option-values.ts'
import { changeSettingsFile } from '../output/change-settings-file.ts'
import { printForeignJson } from '../output/print-rows.ts'
import { addMcpServer, clientConfiguration, type McpServer, parseClientConfiguration } from './client-configuration.ts'

/** @throws AppError of kind `usage` for an invalid name or an unclosed quote. */
const parseServer = (commandLine: string, profile: string | undefined, hasNames: boolean): McpServer => {
  const [program, ...words] = splitWords(commandLine) ?? []
  if (program === undefined)
    throw usageError('--command is not a command: write it like "node /opt/quarterdeck/qd.js".')
  const problem = profile === undefined ? undefined : profileNameProblem(profile)
  if (problem !== undefined) throw usageError(`--profile ${problem}.`)
  const args = [
    ...words,
    'mcp',
    ...(profile === undefined ? [] : ['--profile', profile]),
    ...(hasNames ? ['--names'] : []),
  ]
  return { command: program, args }
}

export const mcpInstall = command({
  name: 'mcp install',
  summary: 'Print or write the configuration of an MCP client',
  description:
    'Without --file, prints the configuration to paste. With --file, shows the diff, asks for confirmation and writes it; comments and other servers are kept.',
  options: [
    { flags: '--file <file>', help: 'configuration file of the client (JSON)', completes: 'file' },
    { flags: '--command <command>', help: 'command that the client runs (default: qd)' },
    { flags: '--names', help: 'name people instead of pseudonyms' },
    yesOption,
  ],
  ...textFormats,
  isLocal: true,
  globals: { '--profile': true },
  examples: ['mcp install', 'mcp install --file ~/.agent/mcp.json --profile acme'],
  parse: ({ options: { file, command: commandLine = 'qd', names, yes: isYes }, globals: { profile } }) => {
    if (isYes && file === undefined) throw usageError('--yes requires --file.')
    return {
      file: file === undefined ? undefined : localPath(file, '--file'),
      server: parseServer(commandLine, profile, names),
      isYes,
    }
  },
  run: async ({ file, server, isYes }, deps) => {
    // Indented even in a pipe, because users paste it.
    if (file === undefined)
      return printForeignJson(clientConfiguration(server), { ...deps, isOutputTerminal: true }) as undefined
    const change = settingsFileChange(file, addMcpServer(server), parseClientConfiguration)
    const texts = {
      nothing: 'already has this server',
      question: `Write this server into ${change.path}?`,
      done: `Added the server quarterdeck to ${change.path}. Restart the client to use it.`,
      isYes,
      members: { server },
    }
    return changeSettingsFile(change, texts, deps)
  },
})
