import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { memoize } from '../../base/memoize.ts'
import { pseudonymOf } from '../../domain/people/pseudonym.ts'
import { Problem, quoted } from '../http/problem.ts'
import { createJsonRewriter } from './json-rewriter.ts'

// Names of members, as plainName writes them.
/** Members whose value is an e-mail address. */
const EMAILS = new Set(['useremail', 'email', 'emailaddress'])
/** Members whose value may be the id of a user. An id without an @ stays, because it contains no name. */
const IDS = new Set(['userid', 'id', 'principalid', 'ownerid', 'target'])
/** Members that only an object of a user has. */
const OF_USERS = new Set(['userid', 'useremail'])
/** In a user, members with a name. A last name is left out, because the first one becomes the whole pseudonym. */
const NAMES = new Set(['name', 'displayname', 'fullname', 'firstname', 'givenname', 'username', 'login', 'handle'])
const LAST_NAMES = new Set(['lastname', 'familyname', 'surname'])
/** Members that hold a user or a list of users. `data` is the list of an analytics response. */
const USERS = new Set([
  'user',
  'users',
  'data',
  'byuser',
  'userlimits',
  'members',
  'actor',
  'author',
  'owner',
  'principal',
  'createdby',
  'updatedby',
])
/** In a user, members with any content. */
const OPEN_MEMBERS = new Set(['metadata', 'profile', 'attributes'])
const CURSORS = new Set(['nextcursor'])

/** Some endpoints write `user_id`, and others `userId`. */
const plainName = memoize((name: string): string => name.replaceAll('_', '').toLowerCase(), 1_000)

/** E-mail addresses in a text, also in a URL. An address of git, such as git@host:path, names no user. */
const EMAIL_IN_TEXT = /(?<![\p{L}\p{N}._%+'-])(?!git@)[\p{L}\p{N}._%+'-]+(?:@|%40)(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}/giu

/** Maximum number of pseudonyms in memory. */
const MAX_NAMES = 200_000
/** Characters that are rewritten before other requests get their turn. */
const PART = 256 * 1024

type UserFrame = { isUser: boolean; isOpen: boolean; pseudonym: string | undefined }

/**
 * Replaces names and e-mail addresses in responses by pseudonyms that depend only on the e-mail address and the salt. An
 * address has the same pseudonym in every response.
 */
export const createPseudonyms = (salt: string) => {
  const nameOf = memoize((email: string) => pseudonymOf(email.toLowerCase(), salt), MAX_NAMES, copyOf)
  const cursors = cursorSeal(salt)
  const rewriter = () => {
    const frames: UserFrame[] = []
    const string = (text: string, place: { member: string; isName: boolean }): string => {
      const frame = frames.at(-1)
      const member = plainName(place.member)
      if (place.isName) {
        if (frame && OF_USERS.has(member)) frame.isUser = true
        return withoutEmails(text, nameOf)
      }
      if (text === '') return text
      if (CURSORS.has(member)) return cursors.seal(text)
      if (frame?.isOpen) return nameOf(text)
      if (EMAILS.has(member)) {
        if (frame) frame.pseudonym = nameOf(text)
        return nameOf(text)
      }
      if (frame?.isUser && NAMES.has(member)) return frame.pseudonym ?? nameOf(text)
      if (frame?.isUser && LAST_NAMES.has(member)) return ''
      return IDS.has(member) && /.@./.test(text) ? nameOf(text) : withoutEmails(text, nameOf)
    }
    return createJsonRewriter({
      string,
      open: (holder) => {
        const name = plainName(holder)
        const parent = frames.at(-1)
        const isOpen = parent?.isOpen === true || (parent?.isUser === true && OPEN_MEMBERS.has(name))
        frames.push({ isUser: USERS.has(name), isOpen, pseudonym: undefined })
      },
      close: () => frames.pop(),
    })
  }
  return {
    /** JSON without names and e-mail addresses. */
    hide: (json: string): string => rewriter()(json),
    /** The same for JSON in parts. */
    async *hideParts(parts: AsyncIterable<string>): AsyncIterable<string> {
      const rewrite = rewriter()
      for await (const part of parts)
        for (let at = 0; at < part.length; at += PART) {
          yield rewrite(part.slice(at, at + PART))
          await setImmediate()
        }
    },
    /** The query of a request, with the original of a cursor that a response had. */
    openCursors: (query: URLSearchParams): URLSearchParams => {
      const cursor = query.get('cursor')
      if (cursor === null) return query
      const opened = new URLSearchParams(query)
      opened.set('cursor', cursors.open(cursor))
      return opened
    },
  }
}
export type Pseudonyms = ReturnType<typeof createPseudonyms>

/** A copy of a text. V8 would keep the document in memory of which the text is a part. */
const copyOf = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le')

const withoutEmails = (text: string, nameOf: (email: string) => string): string =>
  text.includes('@') || text.includes('%40')
    ? text.replace(EMAIL_IN_TEXT, (email) => nameOf(email.replace(/%40/i, '@')))
    : text

/** Encrypts cursors, which may be ids of users. Equal cursors stay equal, so that responses can be cached. */
const cursorSeal = (salt: string) => {
  const keyFor = (use: string): Buffer => createHmac('sha256', salt).update(use).digest()
  const [key, nonceKey] = [keyFor('cursor'), keyFor('nonce of a cursor')]
  return {
    seal: (cursor: string): string => {
      const nonce = createHmac('sha256', nonceKey).update(cursor).digest().subarray(0, 12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const sealed = Buffer.concat([cipher.update(cursor, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    /** @throws Problem 400 for a text that `seal` did not return. */
    open: (text: string): string => {
      try {
        const bytes = Buffer.from(text, 'base64url')
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
        decipher.setAuthTag(bytes.subarray(12, 28))
        return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
      } catch {
        throw new Problem(400, `cursor must be the cursor of a response to this key, but is ${quoted(text)}.`, {
          metadata: { parameter: 'cursor' },
        })
      }
    },
  }
}
