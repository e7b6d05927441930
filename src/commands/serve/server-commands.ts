import type { Command } from '../kit/command.ts'
import { serve } from './serve.ts'

/** `qd serve`, and the commands for the data of a server. */
export const serverCommands: readonly Command[] = [serve]
