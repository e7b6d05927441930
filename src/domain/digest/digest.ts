import { type SafeText, safeText } from '../text/safe-text.ts'

/**
 * A short summary for chats, mails and text, independent of their formats. Texts are untrusted; each format escapes them
 * itself. It is stored as JSON until it is sent.
 */
export type Digest = {
  title: string
  /** The days that it covers, as text. */
  period: string
  sections: readonly DigestSection[]
  /** Creation time and program, as text. */
  source: string
}

type DigestSection = { title: string; blocks: readonly DigestBlock[] }

export type DigestFigure = { name: string; value: string; change?: string | undefined }

export type DigestItem = {
  isCritical: boolean
  subject: string
  text: string
  /** A link that `qd open` opens. */
  link?: string | undefined
}

export type DigestBlock =
  | { is: 'text'; text: string }
  | { is: 'figures'; figures: readonly DigestFigure[] }
  | { is: 'list'; items: readonly DigestItem[] }

/** Maximum number of items in a list; a text counts the rest. */
const MAX_ITEMS = 20
/** Maximum length of a text, in UTF-16 units. */
const MAX_TEXT = 400

/** Text on one line that is safe to show, cut to the maximum length. */
const line = (text: string): SafeText => {
  const safe = safeText(text.replace(/\s+/g, ' ').trim())
  // Do not split a surrogate pair. Truncated safe text is safe.
  return safe.length <= MAX_TEXT
    ? safe
    : (`${safe.slice(0, MAX_TEXT - 1).replace(/[\uD800-\uDBFF]$/, '')}…` as SafeText)
}

/** The same digest with safe and limited texts and limited lists. */
export const shownDigest = ({ title, period, sections, source }: Digest): Digest => ({
  title: line(title),
  period: line(period),
  sections: sections.map((section) => ({ title: line(section.title), blocks: section.blocks.flatMap(shownBlock) })),
  source: line(source),
})

const shownBlock = (block: DigestBlock): DigestBlock[] => {
  if (block.is === 'text') return [{ is: 'text', text: line(block.text) }]
  if (block.is === 'figures') {
    const figures = block.figures.slice(0, MAX_ITEMS).map(({ name, value, change }) => ({
      name: line(name),
      value: line(value),
      ...(change !== undefined && { change: line(change) }),
    }))
    return figures.length === 0 ? [] : [{ is: 'figures', figures }]
  }
  const items = block.items.slice(0, MAX_ITEMS).map(({ isCritical, subject, text, link }) => ({
    isCritical,
    subject: line(subject),
    text: line(text),
    // A cut link would lead somewhere else.
    ...(link !== undefined && link.length <= MAX_TEXT && { link: line(link) }),
  }))
  const more = block.items.length - items.length
  if (items.length === 0) return []
  return [{ is: 'list', items }, ...(more > 0 ? [{ is: 'text', text: `and ${more} more` } as const] : [])]
}

export const figureText = ({ value, change }: DigestFigure): string =>
  change === undefined ? value : `${value} (${change})`

export const criticalSign = ({ isCritical }: DigestItem): string => (isCritical ? '! ' : '')

/** The digest as plain text, with one line per figure and item. */
export const digestText = (digest: Digest): string => {
  const { title, period, sections, source } = shownDigest(digest)
  const parts = sections.map(({ title: heading, blocks }) =>
    [heading.toUpperCase(), ...blocks.map(blockText)].join('\n'),
  )
  return [[title, period].join('\n'), ...parts, source].join('\n\n')
}

const blockText = (block: DigestBlock): string => {
  switch (block.is) {
    case 'text':
      return block.text
    case 'figures':
      return block.figures.map((figure) => `${figure.name}: ${figureText(figure)}`).join('\n')
    case 'list':
      return block.items
        .map((item) => {
          const link = item.link === undefined ? '' : `\n  ${item.link}`
          return `- ${criticalSign(item)}${[item.subject, item.text].filter(Boolean).join('  ')}${link}`
        })
        .join('\n')
  }
}
