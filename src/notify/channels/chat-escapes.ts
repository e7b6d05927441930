/** A word joiner: invisible, but it breaks mentions and links. */
const BREAK = '\u2060'

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '@': `@${BREAK}` }

/** Escapes a character for Slack, so that it cannot mention users or begin a link or markup. */
export const escapeForSlack = (character: string): string => entities[character] ?? character

/** Like {@link escapeForSlack}, also without bold, italic and code: each sign is inside a word, where it has no effect. */
export const escapeForMrkdwn = (character: string): string =>
  '*_~`'.includes(character) ? `${BREAK}${character}${BREAK}` : escapeForSlack(character)

/** Like {@link escapeForSlack}, for cards that support some Markdown, in which `[` begins a link. */
export const escapeForTeams = (character: string): string =>
  '\\*_[]'.includes(character) ? `\\${character}` : escapeForSlack(character)

/** Like {@link escapeForSlack}, for services that show entities literally. */
export const escapeForDiscord = (character: string): string =>
  '\\*_~`|<>#[]()'.includes(character) ? `\\${character}` : character === '@' ? `@${BREAK}` : character

/** Escapes a text character by character, to at most `maxLength` UTF-16 units. A truncated text ends in `…`. */
export const escapedWithin = (text: string, escapeOne: (character: string) => string, maxLength: number): string => {
  let safe = ''
  for (const character of text) {
    const next = escapeOne(character)
    if (safe.length + next.length > maxLength - 1) return `${safe}…`
    safe += next
  }
  return safe
}
