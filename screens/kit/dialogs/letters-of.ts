/** A letter of each title to take it by, that no other title has and no list means something else by. */
export const lettersOf = (titles: readonly string[]): string[] => {
  const taken = new Set(['j', 'k', 'q'])
  return titles.map((title) => {
    const letter = [...title.toLowerCase()].find((char) => /[a-z]/.test(char) && !taken.has(char)) ?? ''
    taken.add(letter)
    return letter
  })
}
