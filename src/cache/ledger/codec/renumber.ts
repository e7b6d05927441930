import { DamagedError } from '../file/damaged-error.ts'

/**
 * Gives the numbers of a dictionary of the file new ones, from 0 up without gaps, in the order in which they are first asked
 * for. `used` grows with them. Once `most` are given, `placeOf` answers -1 for every other.
 */
export const createRenumbering = <Name>(names: ReadonlyMap<number, Name>, most: number) => {
  let largest = 0
  for (const number of names.keys()) if (number > largest) largest = number
  const places = new Int32Array(largest + 1).fill(-1)
  const used: Name[] = []
  const add = (number: number): number => {
    const name = names.get(number)
    if (name === undefined) throw new DamagedError('a number leads nowhere')
    if (used.length >= most) return -1
    places[number] = used.length
    return used.push(name) - 1
  }
  const placeOf = (number: number): number => {
    const known = places[number]
    return known !== undefined && known >= 0 ? known : add(number)
  }
  return { used, placeOf }
}
