import { type Node, type ParseError, parse, parseTree } from 'jsonc-parser'

/**
 * The line, counted from 1, of a member of a JSON text; of a missing one that of the nearest object or list around it. Of members of
 * one name the last one counts, as for JSON.parse.
 *
 * @param text - JSON that can be parsed.
 */
export const lineOfMember = (text: string, path: readonly PropertyKey[]): number => {
  let place = parseTree(text)
  let value = place
  for (const key of path) {
    const child: Node | undefined =
      value?.type === 'array'
        ? value.children?.[Number(key)]
        : value?.children?.findLast(({ children }) => children?.[0]?.value === key)
    if (!child) break
    place = child
    value = child.type === 'property' ? child.children?.[1] : child
  }
  return text.slice(0, place?.offset).split('\n').length
}

/** Where a text stops being JSON, as `line 3, column 5`, both counted from 1. */
export const placeOfFault = (text: string): string => {
  const errors: ParseError[] = []
  parse(text, errors, { disallowComments: true })
  const lines = text.slice(0, Math.min(errors[0]?.offset ?? text.length, text.trimEnd().length)).split('\n')
  return `line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`
}
