import type { HookEvent } from '../../contract/hooks.ts'
import { type SafeText, safeText } from '../../domain/text/safe-text.ts'
import type { Notice } from './notice.ts'
import { eventMember } from './parse-event.ts'

/** A message for channels. Untrusted text. */
export type Message = Notice & {
  id: string
  /** When its event happened, Unix ms. */
  at: number
  /** Its event; none for a message from this program itself. */
  event?: HookEvent | undefined
  /** The terminal in which the agent runs. */
  terminal?: string | undefined
}

export type Template = { title?: string | undefined; text?: string | undefined }

/** Applies a template to a message. Names in braces are replaced by members of the event. */
export const applyTemplate = (template: Template | undefined, message: Message): Message => ({
  ...message,
  // A text of the user's own replaces the structured form.
  body: template?.text === undefined ? withTitle(message, template?.title) : undefined,
  title: template?.title === undefined ? message.title : fillTemplate(template.title, message),
  text: template?.text === undefined ? message.text : fillTemplate(template.text, message),
})

const withTitle = (message: Message, template: string | undefined): Message['body'] => {
  const { body } = message
  if (body === undefined || template === undefined) return body
  return { ...body, digest: { ...body.digest, title: fillTemplate(template, message) } }
}

const fillTemplate = (template: string, { event, title, text }: Message): string =>
  template.replace(/\{([\w.]{1,200})\}/g, (_, name: string) => {
    const own = event && eventMember(event, name)
    if (own !== undefined) return own
    return name === 'title' ? title : name === 'text' ? text : ''
  })

/** Maximum lengths of title and text, in UTF-16 units. */
const MAX_LENGTH = { title: 150, text: 2000 }

/** A message that is safe to display in any channel, with a limited length. */
export type ShownMessage = Omit<Message, 'title' | 'text'> & { title: SafeText; text: SafeText }

export const shownMessage = (message: Message): ShownMessage => ({
  ...message,
  title: cut(safeText(message.title.replace(/\s+/g, ' ').trim() || 'Quarterdeck'), MAX_LENGTH.title),
  text: cut(safeText(message.text.trim(), 'text'), MAX_LENGTH.text),
})

/** Truncating safe text keeps it safe. */
const cut = (text: SafeText, maxLength: number): SafeText =>
  // Don't split a surrogate pair.
  text.length <= maxLength ? text : (`${text.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, '')}…` as SafeText)
