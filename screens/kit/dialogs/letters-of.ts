/** A letter for each title, unique and never j, k or q, which every list uses. Empty if no letter is left. */
export const lettersOf = (titles: readonly string[]): string[] => {
  const taken = new Set(['j', 'k', 'q'])
  return titles.map((title) => {
    const letter = [...title.toLowerCase()].find((char) => /[a-z]/.test(char) && !taken.has(char)) ?? ''
    taken.add(letter)
    return letter
  })
}
