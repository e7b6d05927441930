import fc from 'fast-check'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import type { ChannelSettings } from '../../../src/config/notifier/notifier-schema.ts'
import { type Digest, digestText } from '../../../src/domain/digest/digest.ts'
import { previewOf, sendThrough } from '../../../src/notify/channels/channels.ts'
import { destination, message, recordingTools } from '../../helpers/channel.ts'
import { startMailServer } from '../../helpers/mail-server.ts'
import { tries } from '../../helpers/tries.ts'

const item = (text: string) => ({ isCritical: true, subject: text, text, link: 'qd:///keys/a?b=c_d' })

/** A digest with this text at each place. */
const digestOf = (text: string, items = 2): Digest => ({
  title: text,
  period: text,
  sections: [
    {
      title: text,
      blocks: [
        { is: 'figures', figures: [{ name: text, value: text, change: text }] },
        { is: 'text', text },
        { is: 'list', items: Array.from({ length: items }, () => item(text)) },
      ],
    },
  ],
  source: text,
})

const bodyOf = async (settings: ChannelSettings, digest: Digest, text = 'plain'): Promise<string> => {
  const { tools, posts } = recordingTools()
  const at = destination(settings as never, { address: 'https://chat.example/topic' })
  const own = message({
    title: digest.title,
    text,
    event: undefined,
    body: { digest, data: { schema: 1, credits: 3 } },
  })
  expect((await sendThrough(own, at as never, tools)).is).toBe('sent')
  return posts[0]?.body ?? ''
}

const PLAIN: Digest = {
  title: 'Daily digest 2026-11-21 · acme: 1 new item',
  period: 'Nov 20 (1 day, UTC)',
  sections: [
    {
      title: 'What moved',
      blocks: [{ is: 'figures', figures: [{ name: 'Credits', value: '1,200', change: '▲ 20 % from 1,000' }] }],
    },
    {
      title: 'Needs attention',
      blocks: [
        {
          is: 'list',
          items: [{ isCritical: true, subject: 'key a_b', text: 'expires <soon> & *now*', link: 'qd:///keys/k1' }],
        },
        { is: 'text', text: 'Also 2 items reported before and still open: see qd overview.' },
      ],
    },
  ],
  source: 'Made by quarterdeck 1.0.0.',
}

test('Slack gets a header, contexts, dividers, fields and lists', async () => {
  const { blocks } = JSON.parse(await bodyOf({ kind: 'chat', service: 'slack' }, PLAIN))
  const mrkdwn = (text: string) => ({ type: 'mrkdwn', text, verbatim: true })
  const context = (text: string) => ({ type: 'context', elements: [{ type: 'plain_text', text, emoji: false }] })
  expect(blocks).toEqual([
    { type: 'header', text: { type: 'plain_text', text: PLAIN.title, emoji: false } },
    context(PLAIN.period),
    { type: 'divider' },
    { type: 'section', text: mrkdwn('*What moved*') },
    { type: 'section', fields: [mrkdwn('*Credits*\n1,200 (▲ 20 % from 1,000)')] },
    { type: 'divider' },
    { type: 'section', text: mrkdwn('*Needs attention*') },
    {
      type: 'section',
      text: mrkdwn(
        '• *! key a\u2060_\u2060b* expires &lt;soon&gt; &amp; \u2060*\u2060now\u2060*\u2060\n   qd:///keys/k1',
      ),
    },
    { type: 'section', text: mrkdwn('Also 2 items reported before and still open: see qd overview.') },
    context(PLAIN.source),
  ])
})

test('Teams gets a card with facts', async () => {
  const { attachments } = JSON.parse(await bodyOf({ kind: 'chat', service: 'teams' }, PLAIN))
  expect(attachments[0].content.body).toEqual([
    { type: 'TextBlock', text: PLAIN.title, wrap: true, weight: 'Bolder', size: 'Medium' },
    { type: 'TextBlock', text: PLAIN.period, wrap: true, isSubtle: true, size: 'Small' },
    { type: 'TextBlock', text: 'What moved', wrap: true, weight: 'Bolder', separator: true },
    { type: 'FactSet', facts: [{ title: 'Credits', value: '1,200 (▲ 20 % from 1,000)' }] },
    { type: 'TextBlock', text: 'Needs attention', wrap: true, weight: 'Bolder', separator: true },
    {
      type: 'TextBlock',
      text: '**! key a\\_b** expires &lt;soon&gt; &amp; \\*now\\*\n\nqd:///keys/k1',
      wrap: true,
    },
    { type: 'TextBlock', text: 'Also 2 items reported before and still open: see qd overview.', wrap: true },
    { type: 'TextBlock', text: PLAIN.source, wrap: true, isSubtle: true, size: 'Small' },
  ])
})

test('a webhook gets the raw values, and a channel with a text of its own that text', async () => {
  const { quarterdeck } = JSON.parse(await bodyOf({ kind: 'webhook' }, PLAIN))
  expect(quarterdeck).toMatchObject({ title: PLAIN.title, text: 'plain', data: { schema: 1, credits: 3 } })
  const own = { kind: 'chat', service: 'slack', template: { text: 'mine: {title}' } } as const
  const { blocks } = JSON.parse(await bodyOf(own, PLAIN))
  expect(blocks[1].text.text).toBe(`mine: ${PLAIN.title}`)
  const titled = { kind: 'chat', service: 'slack', template: { title: 'acme: {title}' } } as const
  expect(JSON.parse(await bodyOf(titled, PLAIN)).blocks[0].text.text).toBe(`acme: ${PLAIN.title}`)
  const chat = destination({ kind: 'chat', service: 'discord' }, { address: 'https://chat.example/x' })
  const preview = previewOf(message({ body: { digest: PLAIN } }), chat as never, 'linux')
  expect(JSON.parse(preview).embeds[0].description).toContain('Credits: 1,200')
})

test('a mail over a real server has an HTML part and a text part with the same items', async () => {
  const { port, mails } = await startMailServer({})
  const to = ['one@example.com']
  const own = destination({ kind: 'mail', to, from: 'qd@example.com' }, { address: `smtp://127.0.0.1:${port}` })
  const { tools } = recordingTools()
  await sendThrough(message({ title: PLAIN.title, text: 'cut', body: { digest: PLAIN } }), own as never, tools)
  await sendThrough(message({ body: { digest: PLAIN, html: '<p>own page</p>' } }), own as never, tools)
  const [first, second] = await Promise.all(mails.map((mail) => PostalMime.parse(mail)))
  expect(first?.subject).toBe(PLAIN.title)
  expect(first?.text?.trim()).toBe(digestText(PLAIN))
  expect(first?.html).toContain('<strong style="color:#a40e26">! key a_b</strong> expires &lt;soon&gt; &amp; *now*')
  expect(first?.html).not.toMatch(/<(?:script|img|link|iframe|a)\b|https?:|url\(/)
  expect(second?.html?.trim()).toBe('<p>own page</p>')
})

const HOSTILE = [
  '<!channel> <@U1> @here <https://evil.example|x> *b* _i_ ~s~ `c`',
  '</td><script>alert(1)</script><img src=x onerror=y> " \' &',
  'a\r\nBcc: evil@example.com\r\n\r\n=?utf-8?q?x?=',
  '[link](https://evil.example) **b** <at>all</at>',
  '\u001b]52;c;eA==\u0007 \u202e txt \ud800',
  '',
]
const hostile = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary', maxLength: 5000 }))
const CONTROLS = /[\p{Cc}\u202a-\u202e\u2066-\u2069\u200b\ufeff]/u

const textsOf = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsOf)
      : []

test('no text leaves its place in a chat, and each message is within its limits', () =>
  fc.assert(
    fc.asyncProperty(hostile, fc.integer({ min: 0, max: 60 }), async (text, count) => {
      const digest = digestOf(text, count)
      const big = { ...digest, sections: Array.from({ length: 20 }, () => digest.sections).flat() }
      for (const own of [digest, big]) {
        const { blocks } = JSON.parse(await bodyOf({ kind: 'chat', service: 'slack' }, own))
        expect(blocks.length).toBeLessThanOrEqual(50)
        for (const block of blocks) {
          expect(block.fields?.length ?? 0).toBeLessThanOrEqual(10)
          for (const { text: each } of block.fields ?? []) expect(each.length).toBeLessThanOrEqual(2000)
        }
        expect(blocks[0].text.text.length).toBeLessThanOrEqual(150)
        for (const each of textsOf(blocks)) {
          expect(each.length).toBeLessThanOrEqual(3000)
          expect(each.replaceAll('\n', '')).not.toMatch(CONTROLS)
        }
        for (const block of blocks)
          if (block.text?.type === 'mrkdwn') {
            expect(block.text.text).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)|@(?=\w)/)
            expect(block.text.text.length).toBeGreaterThan(0)
          }
        const card = await bodyOf({ kind: 'chat', service: 'teams' }, own)
        expect(Buffer.byteLength(card)).toBeLessThan(28_000)
        const { body } = JSON.parse(card).attachments[0].content
        for (const each of textsOf(body)) {
          expect(each.replaceAll('\n', '')).not.toMatch(CONTROLS)
          expect(each).not.toMatch(/[<>]|@(?=\w)|(?<!\\)(?:\\\\)*[[\]]/)
        }
      }
    }),
    { numRuns: tries(60) },
  ))
