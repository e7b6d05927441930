import { DOMParser } from '@xmldom/xmldom'
import fc from 'fast-check'
import { createTransport } from 'nodemailer'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import type { ChannelSettings } from '../../../src/config/notifier/notifier-schema.ts'
import { previewOf, sendThrough } from '../../../src/notify/channels/channels.ts'
import { desktopArgv } from '../../../src/notify/channels/desktop.ts'
import { mailOf } from '../../../src/notify/channels/mail.ts'
import { terminalBytes } from '../../../src/notify/channels/terminal.ts'
import { shownMessage } from '../../../src/notify/event/message.ts'
import { destination, message, recordingTools } from '../../helpers/channel.ts'
import { tries } from '../../helpers/tries.ts'

/** Texts with a special meaning in some format. */
const TRICKS = [
  '@everyone @here <!channel> <@U123> <#C1|x> <https://evil.example|click>',
  '</text></binding></visual><actions/><text>',
  ']]><!ENTITY x SYSTEM "file:///etc/passwd">&x;',
  'a\r\nBcc: evil@example.com\r\n\r\nbody',
  '=?utf-8?q?hello?=\n.\r\n.\r\nQUIT',
  '\u001b]52;c;ZXZpbA==\u0007\u009d52;c;eA==\u009c\u0007\u001b\\',
  '"; Remove-Item -Recurse C:\\ ; "`$(calc)\' + \'',
  '$(touch /tmp/x) `id` && rm -rf ~ | sh',
  '" & (do shell script "id") & "',
  '--urgency=critical -h string:x:y',
  '\ud800 lone \udc00 \u202e txt.exe \u2066 \0 \ufffe',
  '9;4;1;50',
  '[link](https://evil.example) **bold** ||spoiler|| ~~x~~ <at>all</at>',
  '{"a":1}\\u0000\\',
  '\n\n\n',
  '',
]
const hostile = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .array(fc.oneof(fc.constantFrom(...TRICKS), fc.string({ unit: 'binary' })), { maxLength: 4 })
      .map((parts) => parts.join('')),
  },
  fc.string({ unit: 'binary', maxLength: 9000 }),
)

const runs = { numRuns: tries(150) }
const forTexts = (check: (title: string, text: string) => void) => fc.assert(fc.property(hostile, hostile, check), runs)

/** Control characters, and characters that hide or reverse text. */
const CONTROLS = /[\p{Cc}\u202a-\u202e\u2066-\u2069\u200b\ufeff]/u
const expectHarmless = (text: string): void => expect(text.replaceAll('\n', '')).not.toMatch(CONTROLS)

const bodyOf = async (settings: ChannelSettings, title: string, text: string): Promise<string> => {
  const { tools, posts } = recordingTools()
  const at = destination(settings as never, { address: 'https://chat.example/topic' })
  const outcome = await sendThrough(message({ title, text }), at as never, tools)
  expect(outcome.is).toBe('sent')
  return posts[0]?.body ?? ''
}

/** Every text of a JSON value. */
const textsOf = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsOf)
      : []

const forTextsAsync = (check: (title: string, text: string) => Promise<void>) =>
  fc.assert(fc.asyncProperty(hostile, hostile, check), runs)

test('a message for Slack mentions no user and holds no markup', () =>
  forTextsAsync(async (title, text) => {
    const sent = JSON.parse(await bodyOf({ kind: 'chat', service: 'slack' }, title, text))
    expect(sent.text).not.toMatch(/<|@(?=\w)/)
    for (const block of sent.blocks)
      if (block.text?.type === 'mrkdwn') expect(block.text.text).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)|@(?=\w)/)
    expect(sent.blocks[0].text.text.length).toBeLessThanOrEqual(150)
    for (const each of textsOf(sent)) {
      expectHarmless(each)
      expect(each.length).toBeLessThanOrEqual(3000)
    }
  }))

test('a message for Discord mentions no user', () =>
  forTextsAsync(async (title, text) => {
    const sent = JSON.parse(await bodyOf({ kind: 'chat', service: 'discord' }, title, text))
    expect(sent.allowed_mentions).toEqual({ parse: [] })
    expect(sent.content).toBeUndefined()
    const [embed] = sent.embeds
    expect(embed.title.length).toBeLessThanOrEqual(256)
    expect(embed.description.length).toBeLessThanOrEqual(4096)
    expect(`${embed.title}${embed.description}`).not.toMatch(/@(?=\w)|(?<!\\)(?:\\\\)*</)
    for (const each of textsOf(sent)) expectHarmless(each)
  }))

test('a message for Teams is a card that mentions no user', () =>
  forTextsAsync(async (title, text) => {
    const sent = JSON.parse(await bodyOf({ kind: 'chat', service: 'teams' }, title, text))
    const [{ content }] = sent.attachments
    expect(content.body.map(({ type }: { type: string }) => type)).toEqual(['TextBlock', 'TextBlock', 'TextBlock'])
    expect(content.msteams).toBeUndefined()
    for (const { text: own } of content.body) {
      expectHarmless(own)
      expect(own).not.toMatch(/[<>]|@(?=\w)|(?<!\\)(?:\\\\)*[[\]]/)
    }
  }))

test('a message for ntfy is JSON with the topic of the address', () =>
  forTextsAsync(async (title, text) => {
    const sent = JSON.parse(await bodyOf({ kind: 'ntfy' }, title, text))
    expect(Object.keys(sent)).toEqual(['topic', 'title', 'message', 'priority'])
    expect(sent.topic).toBe('topic')
    expect(sent.message).not.toBe('')
    for (const each of textsOf(sent)) expectHarmless(each)
  }))

test('a webhook gets the event unchanged', () =>
  forTextsAsync(async (title, text) => {
    const { tools, posts } = recordingTools()
    const event = { hook_event_name: 'Notification', message: text, [title]: { deep: [text] } } as const
    await sendThrough(
      message({ title, text, event }),
      destination({ kind: 'webhook' }, { address: 'https://hook.example/' }) as never,
      tools,
    )
    const { quarterdeck, ...own } = JSON.parse(posts[0]?.body ?? '')
    expect(own).toEqual(JSON.parse(JSON.stringify(event)))
    expect(quarterdeck).toMatchObject({ title, text })
  }))

test('a toast is XML with the message as its two texts', () =>
  forTexts((title, text) => {
    const shown = shownMessage(message({ title, text }))
    const argv = desktopArgv(shown, 'win32')
    expect(argv.slice(0, 4)).toEqual(['powershell', '-NoProfile', '-NonInteractive', '-EncodedCommand'])
    const script = Buffer.from(argv[4] ?? '', 'base64').toString('utf16le')
    const packed =
      /\$xml\.LoadXml\(\[Text\.Encoding\]::UTF8\.GetString\(\[Convert\]::FromBase64String\('([A-Za-z0-9+/=]*)'\)\)\)\n/.exec(
        script,
      )
    // The rest of the script is the same for every message.
    expect(script.replace(packed?.[1] ?? '?', '')).toBe(BARE_SCRIPT)
    const problems: string[] = []
    const xml = new DOMParser({
      onError: (level, words) => level !== 'warning' && problems.push(words),
    }).parseFromString(Buffer.from(packed?.[1] ?? '', 'base64').toString(), 'text/xml')
    const texts = [...xml.getElementsByTagName('text')].map(({ textContent }) => textContent)
    expect(problems).toEqual([])
    expect(texts).toEqual([shown.title, shown.text].map((own) => own.replace(/\r\n?/g, '\n')))
    const tags = [...xml.getElementsByTagName('*')].map(({ tagName }) => tagName)
    expect(tags.join(' ')).toBe('toast visual binding text text')
  }))

const scriptOf = (argv: readonly string[]) => Buffer.from(argv.at(-1) ?? '', 'base64').toString('utf16le')
const BARE_SCRIPT = scriptOf(desktopArgv(shownMessage(message()), 'win32')).replace(/(?<=FromBase64String\(')[^']*/, '')

test('no text becomes an option of notify-send or part of a script of osascript', () =>
  forTexts((title, text) => {
    const shown = shownMessage(message({ title, text }))
    const linux = desktopArgv(shown, 'linux')
    expect(linux.slice(0, 5)).toEqual(['notify-send', '--app-name=Quarterdeck', '--urgency=normal', '--', shown.title])
    expect(linux).toHaveLength(6)
    // The body may contain markup.
    expect(linux[5]).not.toMatch(/[<>]|&(?!amp;|lt;|gt;|quot;|apos;)/)
    const mac = desktopArgv(shown, 'darwin')
    const script = 'on run argv -e display notification (item 3 of argv) with title (item 2 of argv) -e end run'
    expect(mac.slice(0, 8).join(' ')).toBe(`osascript -e ${script} quarterdeck`)
    expect(mac.slice(8)).toEqual([shown.title, shown.text])
    for (const word of [...linux, ...mac]) expectHarmless(word)
  }))

test('no text ends a terminal sequence early, even through tmux', () =>
  forTexts((title, text) => {
    const raw = message({ title, text })
    for (const form of ['9', '99', '777'] as const) {
      const bytes = terminalBytes({ shown: shownMessage(raw) }, form, false)
      const sequences = bytes.split('\u001b\\').filter(Boolean)
      expect(sequences).toHaveLength(form === '99' ? 2 : 1)
      for (const sequence of sequences) {
        expect(sequence.startsWith(`\u001b]${form};`)).toBe(true)
        expect(sequence.slice(2)).not.toMatch(/\p{Cc}/u)
      }
      if (form === '777') expect(bytes.split(';')).toHaveLength(4)
      const wrapped = terminalBytes({ shown: shownMessage(raw) }, form, true)
      expect(wrapped.startsWith('\u001bPtmux;\u001b\u001b]') && wrapped.endsWith('\u001b\u001b\\\u001b\\')).toBe(true)
      expect(wrapped.slice(7, -2).replaceAll('\u001b\u001b', '\u001b')).toBe(bytes)
    }
  }))

test('a mail has only the expected headers, and the message as its text', async () => {
  const transport = createTransport({ streamTransport: true, buffer: true })
  const [from, to] = ['qd@example.com', ['you@example.com']]
  const at = destination({ kind: 'mail', to, from }, { address: 'smtps://mail.example' })
  const encoding = 'content-transfer-encoding content-type'
  const headers = `auto-submitted ${encoding} date from message-id mime-version subject to`.split(' ')
  const inOneLine = (text: string | undefined) => text?.replace(/\s+/g, ' ').trim()
  await forTextsAsync(async (title, text) => {
    const shown = shownMessage(message({ title, text }))
    const { message: bytes } = (await transport.sendMail(mailOf(shown, at))) as { message: Buffer }
    const read = await PostalMime.parse(bytes)
    expect(read.headers.map(({ key }) => key).sort()).toEqual(headers)
    expect([read.from?.address, read.to?.map(({ address }) => address)]).toEqual([from, to])
    expect(inOneLine(read.subject?.replaceAll('\u2060', ''))).toBe(inOneLine(shown.title))
    expect(read.text?.trimEnd()).toBe(shown.text.trimEnd())
    expect(read.attachments).toEqual([])
  })
})

test('a preview is the sent content without its secrets', async () => {
  const address = 'https://ntfy.example/very-secret-topic'
  const env = { QUARTERDECK_T: 'very-secret-token' }
  const at = destination({ kind: 'ntfy', tokenFrom: 'QUARTERDECK_T' }, { address, env })
  const { tools, posts } = recordingTools()
  await sendThrough(message(), at as never, tools)
  expect(posts).toMatchObject([
    { url: 'https://ntfy.example/', headers: { authorization: 'Bearer very-secret-token' } },
  ])
  expect(JSON.parse(previewOf(message(), at as never, 'linux'))).toEqual({
    ...JSON.parse(posts[0]?.body ?? ''),
    topic: '••••••',
  })
})
