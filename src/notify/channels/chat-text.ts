/** A word joiner: what stands around it is drawn the same and read as something else. */
const BREAK = '\u2060'

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '@': `@${BREAK}` }

/** One character for a chat: nobody is called by it, and no link or markup begins with it. */
export const slackSign = (sign: string): string => entities[sign] ?? sign

/** The same where a card reads some Markdown, in which `[` begins a link. */
export const teamsSign = (sign: string): string => ('\\*_[]'.includes(sign) ? `\\${sign}` : slackSign(sign))

/** The same where entities are shown as they are. */
export const discordSign = (sign: string): string =>
  '\\*_~`|<>#[]()'.includes(sign) ? `\\${sign}` : sign === '@' ? `@${BREAK}` : sign

/** A text, sign by sign, of at most so many UTF-16 units; what does not fit ends in `…`. */
export const escapedWithin = (text: string, spelled: (sign: string) => string, most: number): string => {
  let safe = ''
  for (const sign of text) {
    const next = spelled(sign)
    if (safe.length + next.length > most - 1) return `${safe}…`
    safe += next
  }
  return safe
}
