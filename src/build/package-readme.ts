import { addresses } from '../base/addresses.ts'

/** Sections that apply only to a clone. */
const CLONE_SECTIONS = ['Install', 'Contributing']

/** How the installed package differs from a clone. */
const INSTALL = `## Install

\`\`\`sh
npm install -g quarterdeck     # installs qd (and quarterdeck, the same program)
qd demo                        # demo organisation, no account needed
qd doctor                      # checks your setup
\`\`\`

It needs Node 22.19 or newer. \`eval "$(qd completion bash)"\` adds completion to the shell; \`man qd\` shows the manual.
`

/**
 * The README of the installed package: the sections of the repository's README about using the program, without
 * pictures and names of tests, which are not in the package.
 */
export const packageReadme = (readme: string): string => {
  const [opening = '', ...sections] = withoutPictures(readme).split(/^(?=## )/m)
  const [title = '', summary = ''] = opening.split('\n\n')
  const used = sections
    .filter((section) => !CLONE_SECTIONS.includes(/^## (.*)/.exec(section)?.[1] ?? ''))
    .map((section) => (section.startsWith('## Guarantees') ? withoutTests(section) : section))
  const links = `## More

[Source](${addresses.repository}), [reports of bugs](${addresses.bugs}), [private reports of vulnerabilities](${addresses.security}). The package has a \`CHANGELOG.md\`, and in \`THIRD-PARTY.txt\` the licences of everything it contains. MIT licence.
`
  return [`${title}\n\n${summary}\n\n`, `${INSTALL}\n`, ...used, links].join('')
}

const withoutPictures = (text: string): string =>
  text.replace(/<picture>(?:[^<]|<(?!\/?picture>))*<\/picture>\n+/g, '').replace(/^<!-- .* -->\n/gm, '')

/** The guarantees as a list, without the column of tests. */
const withoutTests = (section: string): string => {
  const rows = [...section.matchAll(/^\| ([^|\n]+) \| `[^\n]*\|$/gm)].map(([, guarantee = '']) => `- ${guarantee}.\n`)
  return `## Guarantees\n\n${rows.join('')}\n`
}
