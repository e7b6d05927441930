import { safeText } from '../../domain/text/safe-text.ts'
import type { Deps } from '../kit/command.ts'
import { printJson } from './print-rows.ts'

/** Says what a command has done: a sentence for people, members for programs. */
export const printDone = (sentence: string, members: object, deps: Deps): void =>
  deps.format === 'json' ? printJson(members, deps) : deps.out(`${safeText(sentence)}\n`)
