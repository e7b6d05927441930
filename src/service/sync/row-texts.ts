/**
 * The elements of a list in a JSON object, each as the text that it is there, so that no number, member or order
 * changes.
 *
 * @param text Valid JSON of an object.
 * @param name The member that is the list. Of several members with this name the last one counts, as in JSON.parse.
 */
export const rowTexts = (text: string, name: string): string[] => {
  let rows: string[] = []
  for (const { key, from, to } of membersOf(text)) if (key === name) rows = elementsOf(text.slice(from, to))
  return rows
}

type Member = { key: string; from: number; to: number }

function* membersOf(text: string): Generator<Member> {
  let at = skipSpace(text, text.indexOf('{') + 1)
  while (text[at] === '"') {
    const end = endOfString(text, at)
    const key = JSON.parse(text.slice(at, end)) as string
    const from = skipSpace(text, text.indexOf(':', end) + 1)
    const to = endOfValue(text, from)
    yield { key, from, to }
    at = skipSpace(text, skipSpace(text, to) + 1)
  }
}

const elementsOf = (list: string): string[] => {
  const rows: string[] = []
  if (list[0] !== '[') return rows
  let at = skipSpace(list, 1)
  while (at < list.length && list[at] !== ']') {
    const to = endOfValue(list, at)
    rows.push(list.slice(at, to))
    const next = skipSpace(list, to)
    at = list[next] === ',' ? skipSpace(list, next + 1) : next
  }
  return rows
}

const skipSpace = (text: string, from: number): number => {
  let at = from
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at += 1
  return at
}

/** The index after a string that begins at `from`. */
const endOfString = (text: string, from: number): number => {
  let at = from
  for (;;) {
    at = text.indexOf('"', at + 1)
    let slashes = 0
    while (text[at - 1 - slashes] === '\\') slashes += 1
    if (slashes % 2 === 0) return at + 1
  }
}

/** The index after a value that begins at `from`. */
const endOfValue = (text: string, from: number): number => {
  if (text[from] === '"') return endOfString(text, from)
  if (text[from] !== '{' && text[from] !== '[') {
    const end = /[\s,\]}]/g
    end.lastIndex = from
    return end.exec(text)?.index ?? text.length
  }
  const structure = /["[\]{}]/g
  structure.lastIndex = from
  for (let depth = 0; ; ) {
    const found = structure.exec(text)
    if (found === null) return text.length
    if (found[0] === '"') structure.lastIndex = endOfString(text, found.index)
    else depth += found[0] === '{' || found[0] === '[' ? 1 : -1
    if (depth === 0) return structure.lastIndex
  }
}
