/** A quote that is not closed goes on to the end: from each of many the rest would be read anew. */
const TOKENS = /"(?:[^"\\]|\\.)*"?|[{}[\],:]|[^\s{}[\],:"]+/g

/**
 * The line, counted from 1, where a member of a JSON text stands; where it is missing, the line of the nearest one around it. Of
 * members of the same name the last one, which is the one that counts.
 *
 * @param text - JSON that can be parsed.
 */
export const lineOfMember = (text: string, path: readonly PropertyKey[]): number => {
  /** Names and places of what the token at hand stands in, outermost first; undefined before the first name of an object. */
  const here: (string | number | undefined)[] = []
  let isName = false
  let found = 0
  for (const { 0: token, index } of text.matchAll(TOKENS)) {
    const last = here.length - 1
    const isList = typeof here[last] === 'number'
    if (token === '}' || token === ']') here.pop()
    else if (token === ':') isName = false
    else if (token === ',') {
      if (isList) here[last] = Number(here[last]) + 1
      isName = !isList
    } else {
      if (isName) here[last] = JSON.parse(token) as string
      if ((isName || isList) && here.every((name, at) => name === path[at])) found = index
      if (token === '{') here.push(undefined)
      if (token === '[') here.push(0)
      isName = token === '{'
    }
  }
  return text.slice(0, found).split('\n').length
}

type Wanted = 'value' | 'valueOrEnd' | 'name' | 'nameOrEnd' | 'colon' | 'commaOrEnd'

const LITERAL =
  /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")$/

/**
 * Where a text stops being JSON, as `line 3, column 5`, both counted from 1; its end where all of it could begin some. The engine
 * names the place of some faults only, and of those with words of the text.
 */
export const placeOfFault = (text: string): string => {
  const open: string[] = []
  let wanted: Wanted = 'value'
  for (const { 0: token, index } of text.matchAll(TOKENS)) {
    const next = wantedAfter(token, wanted, open)
    if (next === undefined) return placeAt(text, index)
    wanted = next
  }
  return placeAt(text, text.trimEnd().length)
}

/** What may follow a token; undefined where that itself may not stand there. Keeps account of what is open. */
const wantedAfter = (token: string, wanted: Wanted, open: string[]): Wanted | undefined => {
  const isValueWanted = wanted === 'value' || wanted === 'valueOrEnd'
  switch (token) {
    case '{':
    case '[':
      open.push(token)
      return isValueWanted ? (token === '{' ? 'nameOrEnd' : 'valueOrEnd') : undefined
    case '}':
    case ']':
      return wanted.endsWith('OrEnd') && open.pop() === (token === '}' ? '{' : '[') ? 'commaOrEnd' : undefined
    case ',':
      if (wanted !== 'commaOrEnd' || open.length === 0) return undefined
      return open.at(-1) === '{' ? 'name' : 'value'
    case ':':
      return wanted === 'colon' ? 'value' : undefined
    default:
      if (!LITERAL.test(token)) return undefined
      if (isValueWanted) return 'commaOrEnd'
      return wanted.startsWith('name') && token.startsWith('"') ? 'colon' : undefined
  }
}

const placeAt = (text: string, index: number): string => {
  const lines = text.slice(0, index).split('\n')
  return `line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`
}
