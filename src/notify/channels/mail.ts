import { Readable } from 'node:stream'
import { isLoopbackHost } from '../../base/requests.ts'
import { digestText } from '../../domain/digest/digest.ts'
import { digestHtml } from '../../domain/digest/digest-html.ts'
import { MASK } from '../../domain/secrets/mask-settings.ts'
import type { ShownMessage } from '../event/message.ts'
import type { Channel, Destination, SendOutcome } from './channel.ts'
import { missingAddress } from './json-post.ts'

/** One mail address: no list, no display name, and no character that could end a header. */
const MAILBOX = /^[^\s@<>()[\]\\,;:"\p{C}]{1,64}@[^\s@<>()\\,;"\p{C}]{1,255}$/u

/** Undefined if the address is not that of a mail server. */
const serverOf = (address: string) => {
  if (!URL.canParse(address)) return undefined
  const { protocol, hostname, port, username, password } = new URL(address)
  if ((protocol !== 'smtp:' && protocol !== 'smtps:') || hostname === '') return undefined
  const isTls = protocol === 'smtps:'
  try {
    const auth = username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : undefined
    return { host: hostname, port: Number(port) || (isTls ? 465 : 587), isTls, auth }
  } catch {
    return undefined
  }
}

const recipientsOf = ({ settings: { to = [] } }: Destination<'mail'>): string[] => to

const senderOf = ({ settings: { from, to = [] } }: Destination<'mail'>): string => from ?? to[0] ?? ''

const maskedMailbox = (mailbox: string): string => `${mailbox.slice(0, 1)}${MASK}@${mailbox.split('@').at(-1)}`

const problem = (destination: Destination<'mail'>): string | undefined => {
  const { address, settings } = destination
  if (!address) return missingAddress(settings)
  if (!serverOf(address)) return 'has an address that is not a mail server; it must begin with smtps:// or smtp://'
  if (recipientsOf(destination).length === 0) return 'has no recipients: set "to"'
  return [...recipientsOf(destination), senderOf(destination)].every((mailbox) => MAILBOX.test(mailbox))
    ? undefined
    : 'has an invalid "from" or "to"; write it like you@example.com'
}

/** The parts of a mail. The title is safe and a single line, so it cannot add headers. */
export const mailOf = ({ id, title, text, at, body }: ShownMessage, destination: Destination<'mail'>) => ({
  from: senderOf(destination),
  to: recipientsOf(destination),
  // A mail reader would decode an encoded word to arbitrary text.
  subject: title.replaceAll('=?', '=\u2060?'),
  text: `${body === undefined ? text : digestText(body.digest)}\n`,
  ...(body !== undefined && { html: body.html ?? digestHtml(body.digest) }),
  date: new Date(at),
  messageId: `<${id.replace(/[^\w-]/g, '')}@quarterdeck.invalid>`,
  // Prevents automatic replies, such as out-of-office notes.
  headers: { 'Auto-Submitted': 'auto-generated' },
})

const send: Channel<'mail'>['send'] = async ({ shown }, destination, { onSend }): Promise<SendOutcome> => {
  const server = serverOf(destination.address ?? '')
  if (!server) return { is: 'failed', why: 'its address is not a mail server', canRetry: false }
  const { host, port, isTls, auth } = server
  // Only URLs put IPv6 addresses in brackets.
  const plainHost = host.replace(/^\[(.*)\]$/, '$1')
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    host: plainHost,
    port,
    secure: isTls,
    ...(auth && { auth }),
    // Never send unencrypted over a network, in particular not a password.
    requireTLS: !isTls && !isLoopbackHost(host),
    tls: { rejectUnauthorized: true },
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    socketTimeout: 10_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  let hasBegun = false
  // The library reads the content only after the server has accepted the sender and the recipients.
  async function* begin(mail: AsyncIterable<Uint8Array>) {
    onSend()
    hasBegun = true
    yield* mail
  }
  transport.use('stream', (mail, done) => {
    mail.message.processFunc((input) => Readable.from(begin(input), { objectMode: false }))
    done()
  })
  try {
    await transport.sendMail(mailOf(shown, destination))
    return { is: 'sent', why: `${plainHost} accepted it` }
  } catch (error) {
    return outcomeOf(error as MailError, plainHost, hasBegun)
  } finally {
    transport.close()
  }
}

type MailError = { code?: string; responseCode?: number }

/** Creates the outcome without the library's message, which may contain sent data and the server's text. */
const outcomeOf = ({ code = 'an error', responseCode }: MailError, host: string, hasBegun: boolean): SendOutcome => {
  const why = (text: string): string => `${host} ${text}`
  if (responseCode !== undefined) {
    const isLogin = code === 'EAUTH'
    return {
      is: 'failed',
      why: why(isLogin ? `rejected the login (${responseCode})` : `rejected it (${responseCode})`),
      // 4xx replies are temporary.
      canRetry: responseCode >= 400 && responseCode < 500 && !isLogin,
    }
  }
  if (hasBegun) return { is: 'unknown', why: why(`did not confirm the mail (${code})`) }
  const isPermanent = ['ETLS', 'EAUTH', 'ENOAUTH', 'EENVELOPE', 'EMESSAGE'].includes(code) || /CERT|TLS|SSL/.test(code)
  return { is: 'failed', why: `couldn't reach ${host} (${code})`, canRetry: !isPermanent }
}

export const mail: Channel<'mail'> = {
  place: (destination) => {
    const server = serverOf(destination.address ?? '')
    const scheme = server?.isTls ? 'smtps' : 'smtp'
    const to = recipientsOf(destination).map(maskedMailbox).join(', ')
    return server ? `${scheme}://${server.host}:${server.port} to ${to || '?'}` : '?'
  },
  problem,
  preview: ({ shown }, destination) =>
    [
      `To: ${recipientsOf(destination).map(maskedMailbox).join(', ')}`,
      `From: ${maskedMailbox(senderOf(destination))}`,
      `Subject: ${shown.title}`,
      '',
      shown.body === undefined ? shown.text : digestText(shown.body.digest),
    ].join('\n'),
  send,
}
