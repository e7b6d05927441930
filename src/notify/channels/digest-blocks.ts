import {
  criticalSign,
  type Digest,
  type DigestBlock,
  type DigestFigure,
  type DigestItem,
  figureText,
  shownDigest,
} from '../../domain/digest/digest.ts'
import { escapedWithin, escapeForMrkdwn, escapeForTeams } from './chat-escapes.ts'

/** Limits of Slack: blocks of a message, characters of a text, of a heading and of a field, and fields of a section. */
const SLACK = { blocks: 50, text: 3000, heading: 150, field: 2000, fields: 10 }

const mrkdwn = (text: string) => ({ type: 'mrkdwn', text, verbatim: true })
const slackSection = (text: string) => ({ type: 'section', text: mrkdwn(text) })
const slackContext = (text: string) => ({
  type: 'context',
  elements: [{ type: 'plain_text', text: text || '-', emoji: false }],
})
const escaped = (text: string, maxLength = SLACK.text): string => escapedWithin(text, escapeForMrkdwn, maxLength)

/** A digest as blocks of Slack. */
export const slackBlocks = (digest: Digest): object[] => {
  const { title, period, sections, source } = shownDigest(digest)
  const heading = title.slice(0, SLACK.heading).toWellFormed()
  const head = [
    { type: 'header', text: { type: 'plain_text', text: heading || 'Quarterdeck', emoji: false } },
    slackContext(period),
  ]
  const parts = sections.flatMap((section): object[] => [
    { type: 'divider' },
    slackSection(`*${escaped(section.title, SLACK.heading)}*`),
    ...section.blocks.flatMap(slackBlock),
  ])
  const most = SLACK.blocks - head.length - 1
  const isCut = parts.length > most
  const end = isCut ? [slackContext('The rest does not fit into this message.')] : [slackContext(source)]
  return [...head, ...parts.slice(0, most), ...end]
}

const slackBlock = (block: DigestBlock): object[] => {
  switch (block.is) {
    case 'text':
      return block.text === '' ? [] : [slackSection(escaped(block.text))]
    case 'figures':
      return chunksOf(block.figures, SLACK.fields).map((figures) => ({
        type: 'section',
        fields: figures.map((figure) =>
          mrkdwn(`*${escaped(figure.name, SLACK.field / 2)}*\n${escaped(figureText(figure), SLACK.field / 2 - 10)}`),
        ),
      }))
    case 'list':
      return joinedWithin(block.items.map(slackItem), SLACK.text).map(slackSection)
  }
}

/** At most a third of the limit of a text. */
const slackItem = (item: DigestItem): string => {
  const subject = item.subject === '' ? '' : `*${criticalSign(item)}${escaped(item.subject, 250)}* `
  const link = item.link === undefined ? '' : `\n   ${escaped(item.link, 400)}`
  return `• ${subject}${escaped(item.text, 300)}${link}`
}

const chunksOf = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size))

/** Lines joined to as few texts as possible, each of at most `maxLength`. */
const joinedWithin = (lines: readonly string[], maxLength: number): string[] => {
  const texts: string[] = []
  for (const line of lines) {
    const joined = texts.length === 0 ? line : `${texts.at(-1)}\n${line}`
    if (texts.length > 0 && joined.length <= maxLength) texts[texts.length - 1] = joined
    else texts.push(line)
  }
  return texts
}

/** Maximum number of elements of a card, whose size Teams limits to 28 kB. */
const MAX_CARD_ELEMENTS = 60
const MAX_CARD_BYTES = 20_000

const textBlock = (text: string, more: object = {}) => ({ type: 'TextBlock', text, wrap: true, ...more })
const forTeams = (text: string, maxLength = 400): string => escapedWithin(text, escapeForTeams, maxLength)

/** A digest as the body of an Adaptive Card. */
export const cardBody = (digest: Digest): object[] => {
  const { title, period, sections, source } = shownDigest(digest)
  const elements = [
    textBlock(forTeams(title), { weight: 'Bolder', size: 'Medium' }),
    textBlock(forTeams(period), { isSubtle: true, size: 'Small' }),
    ...sections.flatMap((section) => [
      textBlock(forTeams(section.title), { weight: 'Bolder', separator: true }),
      ...section.blocks.flatMap(cardBlock),
    ]),
  ]
  let sizeBytes = 0
  const fitting = elements.filter((element, at) => {
    sizeBytes += Buffer.byteLength(JSON.stringify(element))
    return at < MAX_CARD_ELEMENTS && sizeBytes <= MAX_CARD_BYTES
  })
  const end = fitting.length < elements.length ? 'The rest does not fit into this card.' : source
  return [...fitting, textBlock(forTeams(end), { isSubtle: true, size: 'Small' })]
}

const cardBlock = (block: DigestBlock): object[] => {
  switch (block.is) {
    case 'text':
      return [textBlock(forTeams(block.text))]
    case 'figures':
      return [{ type: 'FactSet', facts: block.figures.map(cardFact) }]
    case 'list':
      return block.items.map((item) => {
        const subject = item.subject === '' ? '' : `**${criticalSign(item)}${forTeams(item.subject, 250)}** `
        const link = item.link === undefined ? '' : `\n\n${forTeams(item.link)}`
        return textBlock(`${subject}${forTeams(item.text)}${link}`)
      })
  }
}

const cardFact = (figure: DigestFigure) => ({ title: forTeams(figure.name), value: forTeams(figureText(figure)) })
