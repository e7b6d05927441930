import { createHmac } from 'node:crypto'
import { WITHOUT_USER } from '../text/format.ts'

// No vowels, so that no words appear, and no characters that look like others.
const DIGITS = '23456789BCDFGHJKMNPQRSTVWXYZ'
const HALF = 5

/**
 * The pseudonym of a user in privacy mode, `Person 7K3F2-92QMX`. It depends only on the id and the salt, so it is the
 * same for any order of pages. Without the salt it can't be traced back to the id. It has 48 bits: with 100,000 users,
 * the probability of a collision is 1 in 50,000. An empty id means rows without a user.
 */
export const pseudonymOf = (userId: string, salt: string): string => {
  if (userId === '') return WITHOUT_USER
  const digest = createHmac('sha256', salt).update(userId).digest()
  const first = digitsOf(digest.readUIntBE(0, 6))
  return `Person ${first.slice(0, HALF)}-${first.slice(HALF)}`
}

// 28 to the power of 10 is slightly more than 2 to the power of 48.
const digitsOf = (number: number): string => {
  let rest = number
  let text = ''
  for (let count = 0; count < 2 * HALF; count++) {
    text += DIGITS[rest % DIGITS.length]
    rest = Math.floor(rest / DIGITS.length)
  }
  return text
}
