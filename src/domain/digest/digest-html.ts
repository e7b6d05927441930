import { escapedHtml } from '../report/report-html.ts'
import { criticalSign, type Digest, type DigestBlock, figureText, shownDigest } from './digest.ts'

const FONT = 'font-family:-apple-system,Segoe UI,Helvetica,Arial,sans-serif'

/**
 * The digest as HTML for mails: inline styles and tables, because mail programs ignore most other styles. It has no
 * scripts, images or links to the network.
 */
export const digestHtml = (digest: Digest): string => {
  const { title, period, sections, source } = shownDigest(digest)
  const parts = sections.map(
    ({ title: heading, blocks }) =>
      `<h2 style="font-size:16px;margin:24px 0 8px">${escapedHtml(heading)}</h2>\n${blocks.map(blockHtml).join('\n')}`,
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapedHtml(title)}</title></head>
<body style="margin:0;padding:16px;font-size:14px;line-height:1.5;${FONT}">
<h1 style="font-size:20px;margin:0">${escapedHtml(title)}</h1>
<p style="margin:4px 0;color:#57606a">${escapedHtml(period)}</p>
${parts.join('\n')}
<p style="margin:24px 0 0;font-size:12px;color:#57606a">${escapedHtml(source)}</p>
</body></html>
`
}

const blockHtml = (block: DigestBlock): string => {
  switch (block.is) {
    case 'text':
      return `<p style="margin:4px 0">${escapedHtml(block.text)}</p>`
    case 'figures':
      return `<table style="border-collapse:collapse">${block.figures
        .map(
          (figure) =>
            `<tr><td style="padding:2px 16px 2px 0;color:#57606a">${escapedHtml(figure.name)}</td><td style="padding:2px 0">${escapedHtml(figureText(figure))}</td></tr>`,
        )
        .join('\n')}</table>`
    case 'list':
      return `<ul style="margin:4px 0;padding-left:20px">${block.items
        .map((item) => {
          const colour = item.isCritical ? ' style="color:#a40e26"' : ''
          // Mail programs remove links of unknown schemes, so the link is text.
          const link =
            item.link === undefined
              ? ''
              : `<br><code style="font-size:12px;color:#57606a">${escapedHtml(item.link)}</code>`
          return `<li style="margin:4px 0"><strong${colour}>${escapedHtml(`${criticalSign(item)}${item.subject}`)}</strong> ${escapedHtml(item.text)}${link}</li>`
        })
        .join('\n')}</ul>`
  }
}
