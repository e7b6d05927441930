import { isAbsolute } from 'node:path'
import type { ShownMessage } from '../event/message.ts'
import type { Level } from '../event/notice.ts'
import { type Channel, commandOutcome } from './channel.ts'
import { ringBell } from './terminal.ts'

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
  problem: () => undefined,
  preview: ({ shown }, _destination, platform) =>
    platform === 'win32' ? toastXml(shown.title, shown.text) : desktopArgv(shown, platform).join('\n'),
  send: async ({ shown }, _destination, { run, platform, onSend }) => {
    const argv = desktopArgv(shown, platform)
    onSend()
    return commandOutcome(argv[0] ?? '', await run(argv))
  },
}

/** The words that run a script of PowerShell. It is packed, so that no shell on the way finds a quote in it. */
const powershellArgv = (script: string): string[] => [
  'powershell',
  '-NoProfile',
  '-NonInteractive',
  '-EncodedCommand',
  Buffer.from(script, 'utf16le').toString('base64'),
]

/** Data for a script: letters and digits alone, as a text in quotes could end them. */
const packedForScript = (text: string): string =>
  `[Text.Encoding]::UTF8.GetString([Convert]::FromBase64String('${Buffer.from(text).toString('base64')}'))`

/** PowerShell itself, which every Windows knows as a sender of toasts. */
const APP_ID = '{1AC14E77-02E7-4E5D-B744-2EB1AE5198B7}\\WindowsPowerShell\\v1.0\\powershell.exe'

const toastScript = (xml: string): string =>
  [
    "$ErrorActionPreference = 'Stop'",
    '[Windows.UI.Notifications.ToastNotificationManager, Windows.UI.Notifications, ContentType = WindowsRuntime] | Out-Null',
    '[Windows.Data.Xml.Dom.XmlDocument, Windows.Data.Xml.Dom.XmlDocument, ContentType = WindowsRuntime] | Out-Null',
    '$xml = New-Object Windows.Data.Xml.Dom.XmlDocument',
    `$xml.LoadXml(${packedForScript(xml)})`,
    '$toast = New-Object Windows.UI.Notifications.ToastNotification $xml',
    `[Windows.UI.Notifications.ToastNotificationManager]::CreateToastNotifier('${APP_ID}').Show($toast)`,
  ].join('\n')

const toastXml = (title: string, text: string): string =>
  `<toast><visual><binding template="ToastGeneric"><text>${escapedForXml(title)}</text><text>${escapedForXml(text)}</text></binding></visual></toast>`

/** What XML 1.0 can hold at all, with what means something in it escaped. */
const escapedForXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;')

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
  problem: ({ settings: { file } }) =>
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
