import { isAbsolute } from 'node:path'
import type { ShownMessage } from '../event/message.ts'
import type { Level } from '../event/notice.ts'
import { type Channel, commandOutcome } from './channel.ts'
import { ringBell } from './terminal.ts'

const urgencies: Record<Level, string> = { info: 'normal', attention: 'normal', problem: 'critical' }

/** The command that shows a message on the desktop. The text is a separate argument and is never executed. */
export const desktopArgv = ({ title, text, level }: ShownMessage, platform: NodeJS.Platform): string[] => {
  switch (platform) {
    case 'darwin':
      return [
        'osascript',
        ...['on run argv', 'display notification (item 3 of argv) with title (item 2 of argv)', 'end run'].flatMap(
          (line) => ['-e', line],
        ),
        // The first argument after the script ends the options, so a title cannot be parsed as an option.
        ...['quarterdeck', title, text],
      ]
    case 'win32':
      return powershellArgv(toastScript(toastXml(title, text)))
    default:
      // The body may contain markup, and the title may begin with a dash.
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

/** The command that runs a PowerShell script. Base64 protects the script's quotes from shells. */
const powershellArgv = (script: string): string[] => [
  'powershell',
  '-NoProfile',
  '-NonInteractive',
  '-EncodedCommand',
  Buffer.from(script, 'utf16le').toString('base64'),
]

/** Encodes text for a script as Base64, because a quoted text could contain the closing quote. */
const packedForScript = (text: string): string =>
  `[Text.Encoding]::UTF8.GetString([Convert]::FromBase64String('${Buffer.from(text).toString('base64')}'))`

/** The id of PowerShell, which every Windows accepts as a sender of toasts. */
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

/** Replaces characters that XML 1.0 does not allow and escapes special ones. */
const escapedForXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;')

/** Commands that play a sound file, in order of preference. The first installed one is used. */
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
  // An absolute path cannot be parsed as an option and does not depend on the sender's working directory.
  problem: ({ settings: { file } }) =>
    file === undefined || (isAbsolute(file) && !file.includes('\0'))
      ? undefined
      : 'has a file that is not an absolute path',
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
    return { is: 'failed', why: 'no program to play sounds is installed', canRetry: false }
  },
}
