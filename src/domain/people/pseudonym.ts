import { createHmac } from 'node:crypto'
import { WITHOUT_USER } from '../text/format.ts'

// No vowels, so that no word comes out, and nothing that is taken for another sign.
const SIGNS = '23456789BCDFGHJKMNPQRSTVWXYZ'
const HALF = 5

/**
 * What stands for a person in privacy mode, `Person 7K3F2-92QMX`: decided by the id and the salt alone, so that it is the same
 * whatever pages arrive in whatever order. With a salt that nobody else knows it does not lead back to the id. Of 48 bits:
 * among 100,000 people two share one once in 50,000 organisations. An empty id stands for rows without a user.
 */
export const pseudonymOf = (userId: string, salt: string): string => {
  if (userId === '') return WITHOUT_USER
  const digest = createHmac('sha256', salt).update(userId).digest()
  const first = signsOf(digest.readUIntBE(0, 6))
  return `Person ${first.slice(0, HALF)}-${first.slice(HALF)}`
}

// 28 to the power of 10 is a little more than 2 to the power of 48.
const signsOf = (number: number): string => {
  let rest = number
  let text = ''
  for (let count = 0; count < 2 * HALF; count++) {
    text += SIGNS[rest % SIGNS.length]
    rest = Math.floor(rest / SIGNS.length)
  }
  return text
}
