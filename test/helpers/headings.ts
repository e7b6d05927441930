import type { OpenedScreen } from './screen.tsx'

type Terminal = Pick<OpenedScreen, 'press' | 'keys' | 'frame' | 'frameWith'>

/** The headings above the first row of the list. */
const headingsIn = (frame: readonly string[]): string[] => {
  const first = frame.findIndex((row) => row.startsWith('▌'))
  const titles = (frame[first - 1] ?? '').split(/\s{2,}| (?=%)/)
  return titles.map((title) => title.replaceAll(/[▾▴▌]/g, '').trim()).filter((title) => title !== '')
}

/** What the filter says about a condition on this field. */
const problemOf = async (opened: Terminal, condition: string): Promise<string | undefined> => {
  await opened.press('/', '^u')
  opened.keys(condition)
  const frame = await opened.frameWith(condition)
  await opened.press('^u', 'Enter')
  return /(?:unknown field|have no field).*/.exec(frame.join('\n'))?.[0]
}

/** The headings of the shown list that its filter does not know. */
export const headingsWithoutField = async (opened: Terminal): Promise<string[]> => {
  const headings = headingsIn(opened.frame())
  if (headings.length < 3) throw new Error(`no headings:\n${opened.frame().join('\n')}`)
  const unknown: string[] = []
  for (const heading of headings) {
    const name = heading.toLowerCase().replaceAll(' ', '_')
    // A word that begins with a digit is no field.
    if (/^\d/.test(name) || (await problemOf(opened, `${name}=?`)) !== undefined) unknown.push(heading)
  }
  return unknown
}
