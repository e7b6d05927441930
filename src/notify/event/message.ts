import type { HookEvent } from '../../contract/hooks.ts'
import { type SafeText, safeText } from '../../domain/text/safe-text.ts'
import type { Notice } from './notice.ts'
import { eventMember } from './parse-event.ts'

/** What goes to channels. Untrusted text. */
export type Message = Notice & {
  id: string
  /** When what it tells of happened, Unix ms. */
  at: number
  /** The event that it tells of; none for what this program tells by itself. */
  event?: HookEvent | undefined
  /** The terminal that the agent runs in. */
  terminal?: string | undefined
}

export type Template = { title?: string | undefined; text?: string | undefined }

/** A message in the words of a template, members of its event in the places of their names in braces. */
export const inWordsOf = (template: Template | undefined, message: Message): Message => ({
  ...message,
  title: template?.title === undefined ? message.title : filledIn(template.title, message),
  text: template?.text === undefined ? message.text : filledIn(template.text, message),
})

const filledIn = (template: string, { event, title, text }: Message): string =>
  template.replace(/\{([\w.]{1,200})\}/g, (_, name: string) => {
    const own = event && eventMember(event, name)
    if (own !== undefined) return own
    return name === 'title' ? title : name === 'text' ? text : ''
  })

/** Longest title and text that people are told, in UTF-16 units. */
const MAX_LENGTH = { title: 150, text: 2000 }

/** A message that any channel for people can show: nothing in it acts on what shows it, and it is of a bounded length. */
export type ShownMessage = Omit<Message, 'title' | 'text'> & { title: SafeText; text: SafeText }

export const shownMessage = (message: Message): ShownMessage => ({
  ...message,
  title: cut(safeText(message.title.replace(/\s+/g, ' ').trim() || 'Quarterdeck'), MAX_LENGTH.title),
  text: cut(safeText(message.text.trim(), 'text'), MAX_LENGTH.text),
})

/** What is safe stays so when its end is cut off. */
const cut = (text: SafeText, longest: number): SafeText =>
  // Not through the middle of a character.
  text.length <= longest ? text : (`${text.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, '')}…` as SafeText)
