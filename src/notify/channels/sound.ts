import { isAbsolute } from 'node:path'
import type { Channel } from './channel.ts'
import { commandOutcome } from './command-outcome.ts'
import { ringBell } from './terminal.ts'
import { packedForScript, powershellArgv } from './toast.ts'

/** The commands that play a file, the first one that is there does. */
const soundArgvs = (file: string, platform: NodeJS.Platform): string[][] => {
  switch (platform) {
    case 'darwin':
      return [['afplay', file]]
    case 'win32':
      return [powershellArgv(`(New-Object Media.SoundPlayer ${packedForScript(file)}).PlaySync()`)]
    default:
      return [
        ['paplay', file],
        ['pw-play', file],
        ['aplay', '--quiet', file],
      ]
  }
}

export const sound: Channel<'sound'> = {
  place: ({ settings: { file } }) => file ?? "the bell of the agent's terminal",
  // A path from the root cannot be taken for an option, and means the same wherever the sender runs.
  complaint: ({ settings: { file } }) =>
    file === undefined || (isAbsolute(file) && !file.includes('\0'))
      ? undefined
      : 'has a file that is not named from the root',
  preview: (_message, { settings: { file } }, platform) =>
    file === undefined
      ? 'BEL'
      : soundArgvs(file, platform)
          .map((argv) => argv.slice(0, 3).join(' '))
          .join('\nor\n'),
  send: async ({ raw }, { settings: { file } }, tools) => {
    if (file === undefined) return ringBell(raw.terminal, tools)
    tools.onSend()
    const argvs = soundArgvs(file, tools.platform)
    for (const [at, argv] of argvs.entries()) {
      const end = await tools.run(argv)
      if (end.is !== 'notStarted' || at === argvs.length - 1) return commandOutcome(argv[0] ?? '', end)
    }
    return { is: 'failed', why: 'nothing plays sounds here', canRetry: false }
  },
}
