import { safeText } from '../../domain/text/safe-text.ts'
import type { Deps } from '../kit/command.ts'
import { jsonText } from '../output/print-rows.ts'

/** Says what a command has done: a sentence for people, members for programs. */
export const printDone = (sentence: string, members: object, { out, format, isOutputTerminal }: Deps): void =>
  out(format === 'json' ? jsonText(members, isOutputTerminal) : `${safeText(sentence)}\n`)
