/** An open object or list. */
type Frame = {
  isList: boolean
  /** The member that holds it, or that holds the list around it. */
  name: string
  /** The member whose value comes next. In a list, its name. */
  member: string
  expectsName: boolean
}

/** Where a string is. `depth` counts the objects and lists around it. */
type Place = { member: string; isName: boolean; depth: number }

type Rewrite = {
  /** Returns another text for a string, or the same. It is called in the order of the document. */
  string: (text: string, place: Place) => string
  /** Called at the start of an object. `name` is the member that holds it, or that holds the list around it. */
  open: (name: string) => void
  close: () => void
}

/**
 * Rewrites the strings of JSON that arrives in parts. All other text stays as it is, so numbers keep their digits. The
 * document is never in memory as a whole.
 */
export const createJsonRewriter = ({ string, open, close }: Rewrite) => {
  const frames: Frame[] = []
  /** The beginning of a string whose end has not arrived. */
  let rest = ''

  const rewritten = (quoted: string): string => {
    const frame = frames.at(-1)
    const isName = frame?.expectsName === true
    const text = quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1)
    if (frame && isName) frame.member = text
    const other = string(text, { member: frame?.member ?? '', isName, depth: frames.length })
    return other === text ? quoted : JSON.stringify(other)
  }
  const structure = (sign: string): void => {
    const frame = frames.at(-1)
    if (sign === '{' || sign === '[') {
      const name = frame?.member ?? ''
      frames.push({ isList: sign === '[', name, member: name, expectsName: sign === '{' })
      if (sign === '{') open(name)
    } else if (sign === '}' || sign === ']') {
      if (frames.pop()?.isList === false) close()
    } else if (frame && !frame.isList) frame.expectsName = sign === ','
  }
  return (part: string): string => {
    const text = rest + part
    rest = ''
    const signs = /["{}[\],:]/g
    let out = ''
    let copied = 0
    for (let found = signs.exec(text); found; found = signs.exec(text)) {
      const [sign] = found
      if (sign !== '"') {
        structure(sign)
        continue
      }
      const end = endOfString(text, found.index)
      out += text.slice(copied, found.index)
      if (end < 0) {
        rest = text.slice(found.index)
        return out
      }
      out += rewritten(text.slice(found.index, end))
      copied = end
      signs.lastIndex = end
    }
    return out + text.slice(copied)
  }
}

/** The position after a string that starts at `from`; -1 if its end is missing. */
const endOfString = (text: string, from: number): number => {
  for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let backslashes = 0
    while (text[at - 1 - backslashes] === '\\') backslashes++
    if (backslashes % 2 === 0) return at + 1
  }
  return -1
}
