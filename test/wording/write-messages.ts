/** Writes messages.txt: `npm run messages`. */
import { writeFileSync } from 'node:fs'
import { MESSAGES, messages } from './messages.ts'

writeFileSync(MESSAGES, messages())
