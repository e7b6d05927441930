/**
 * The words of a command line as a shell would part it, up to where it ends; the last one is '' after a space. A quote that is
 * still open holds all that follows. Nothing is expanded.
 */
export const wordsOfLine = (line: string): string[] => {
  const words: string[] = []
  let word: string | undefined
  let quote = ''
  for (let at = 0; at < line.length; at++) {
    const sign = line.charAt(at)
    if (quote === '' && /\s/.test(sign)) {
      if (word !== undefined) words.push(word)
      word = undefined
    } else if (quote === '' && (sign === '"' || sign === "'")) {
      quote = sign
      word ??= ''
    } else if (sign === quote) quote = ''
    else if (sign === '\\' && quote !== "'") {
      at++
      word = (word ?? '') + line.charAt(at)
    } else word = (word ?? '') + sign
  }
  return [...words, word ?? '']
}
