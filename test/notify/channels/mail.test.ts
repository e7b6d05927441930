import { setDefaultCACertificates } from 'node:tls'
import PostalMime from 'postal-mime'
import type { SMTPServerOptions } from 'smtp-server'
import { expect, test } from 'vitest'
import { placeOf, sendThrough } from '../../../src/notify/channels/channels.ts'
import { destination, message, recordingTools } from '../../helpers/channel.ts'
import { LOCALHOST } from '../../helpers/localhost-certificate.ts'
import { startMailServer } from '../../helpers/mail-server.ts'

const send = async (address: string) => {
  const { tools, begun } = recordingTools()
  const to = ['one@example.com', 'two@example.com']
  const own = destination({ kind: 'mail', to, from: 'qd@example.com' }, { address })
  const mail = message({ title: 'Waits for you · shöp', text: 'May I?\n.\nYes?' })
  const outcome = await sendThrough(mail, own as never, tools)
  return { outcome, begun: begun() }
}

test('a mail arrives over a real server', async () => {
  const { port, mails } = await startMailServer({})
  const outcome = { is: 'sent', why: '127.0.0.1 accepted it' }
  expect(await send(`smtp://127.0.0.1:${port}`)).toEqual({ outcome, begun: 1 })
  const read = await PostalMime.parse(mails[0] ?? Buffer.alloc(0))
  expect([read.subject, read.text?.trim(), read.to?.length]).toEqual(['Waits for you · shöp', 'May I?\n.\nYes?', 2])
})

test('over TLS a mail and its login are sent only if the certificate is trusted', async () => {
  const logins: string[] = []
  const { port, mails } = await startMailServer({
    secure: true,
    ...LOCALHOST,
    authOptional: false,
    onAuth: ({ username, password }, _session, done) => {
      logins.push(`${username} ${password}`)
      done(null, { user: username })
    },
  })
  const address = `smtps://me%40example.com:p%3Aw@localhost:${port}`
  expect((await send(address)).outcome).toEqual({
    is: 'failed',
    why: expect.stringMatching(/^couldn't reach localhost \(E\w+\)$/),
    canRetry: expect.any(Boolean),
  })
  expect([logins, mails]).toEqual([[], []])
  setDefaultCACertificates([LOCALHOST.cert])
  try {
    expect((await send(address)).outcome).toEqual({ is: 'sent', why: 'localhost accepted it' })
  } finally {
    setDefaultCACertificates([])
  }
  expect([logins, mails.length]).toEqual([['me@example.com p:w'], 1])
})

/** A server that accepts every login and rejects one step. */
const refusing = (step: 'onAuth' | 'onRcptTo', responseCode: number): SMTPServerOptions => ({
  onAuth: ({ username }, _session, done) => done(null, { user: username }),
  [step]: (_what: unknown, _session: unknown, done: (error: Error) => void) =>
    done(Object.assign(new Error('no, hunter2 is wrong'), { responseCode })),
})

test.each<[what: string, options: SMTPServerOptions, outcome: object]>([
  ['login', refusing('onAuth', 535), { why: '127.0.0.1 rejected the login (535)', canRetry: false }],
  ['recipient, temporarily,', refusing('onRcptTo', 451), { canRetry: true }],
  ['recipient, permanently,', refusing('onRcptTo', 550), { canRetry: false }],
])('a rejected %s is a failure without the password', async (_, options, expected) => {
  const { port, mails } = await startMailServer({ allowInsecureAuth: true, ...options })
  const { outcome, begun } = await send(`smtp://me:hunter2@127.0.0.1:${port}`)
  expect(outcome).toMatchObject({ is: 'failed', ...expected })
  expect([begun, mails]).toEqual([0, []])
  expect(JSON.stringify(outcome)).not.toContain('hunter2')
})

test('an unreachable server is retried, a missing reply to the mail is not', async () => {
  expect((await send('smtp://127.0.0.1:9')).outcome).toEqual({
    is: 'failed',
    why: "couldn't reach 127.0.0.1 (ESOCKET)",
    canRetry: true,
  })
  const silent = await startMailServer({
    // The mail gets no reply, and the connection ends.
    onData: (stream) => stream.on('data', () => {}).on('end', () => silent.sockets[0]?.resetAndDestroy()),
  })
  const { outcome, begun } = await send(`smtp://127.0.0.1:${silent.port}`)
  expect(outcome).toMatchObject({ is: 'unknown' })
  expect(begun).toBe(1)
})

test('recipients are masked, and invalid servers and addresses are rejected', async () => {
  const from = 'smtps://me:hunter2@mail.example'
  const own = destination({ kind: 'mail', to: ['ann@example.com'] }, { address: from })
  expect(placeOf(own as never, 'linux')).toBe('smtps://mail.example:465 to a••••••@example.com')
  for (const [address, why] of [
    ['https://mail.example', 'has an address that is not a mail server'],
    ['smtp://mail.example', 'has an invalid "from" or "to"'],
  ] as const) {
    const odd = destination({ kind: 'mail', to: ['a@example.com\r\nRCPT TO:<evil@example.com>'] }, { address })
    const outcome = await sendThrough(message(), odd as never, recordingTools().tools)
    expect(outcome).toMatchObject({ is: 'failed', why: expect.stringContaining(why), canRetry: false })
  }
})
