import type { ShownMessage } from '../event/message.ts'
import type { Level } from '../event/notice.ts'
import type { Channel } from './channel.ts'
import { commandOutcome } from './command-outcome.ts'
import { escapedForXml, powershellArgv, toastScript, toastXml } from './toast.ts'

const urgencies: Record<Level, string> = { info: 'normal', attention: 'normal', problem: 'critical' }

/** The words of the command that shows a message on the desktop. Its text is a word of its own and is never run. */
export const desktopArgv = ({ title, text, level }: ShownMessage, platform: NodeJS.Platform): string[] => {
  switch (platform) {
    case 'darwin':
      return [
        'osascript',
        ...['on run argv', 'display notification (item 3 of argv) with title (item 2 of argv)', 'end run'].flatMap(
          (line) => ['-e', line],
        ),
        // The first word behind the script ends the options: no title can be taken for one.
        ...['quarterdeck', title, text],
      ]
    case 'win32':
      return powershellArgv(toastScript(toastXml(title, text)))
    default:
      // The body may hold markup, and the title may begin with a dash.
      return [
        'notify-send',
        '--app-name=Quarterdeck',
        `--urgency=${urgencies[level]}`,
        '--',
        title,
        escapedForXml(text),
      ]
  }
}

export const desktop: Channel<'desktop'> = {
  place: (_destination, platform) =>
    (({ darwin: 'osascript', win32: 'PowerShell' }) as Partial<Record<NodeJS.Platform, string>>)[platform] ??
    'notify-send',
  complaint: () => undefined,
  preview: ({ shown }, _destination, platform) =>
    platform === 'win32' ? toastXml(shown.title, shown.text) : desktopArgv(shown, platform).join('\n'),
  send: async ({ shown }, _destination, { run, platform, onSend }) => {
    const argv = desktopArgv(shown, platform)
    onSend()
    return commandOutcome(argv[0] ?? '', await run(argv))
  },
}
