import { type Command, command } from '../kit/command.ts'
import { manPage } from './man-page.ts'

/** @param all - The commands to describe, this one among them. */
export const manualCommand = (all: () => Promise<readonly Command[]>): Command =>
  command({
    name: 'man',
    summary: 'The manual page: qd man | man -l -',
    description: 'Written in the macros of man(7), from the same definitions as the help of each command.',
    options: [],
    formats: ['table'],
    pipeFormat: 'table',
    examples: ['man | man -l -', 'man > ~/.local/share/man/man1/qd.1'],
    parse: () => ({}),
    run: async (_options, { out, version, keyboard }): Promise<undefined> => {
      out(manPage({ commands: await all(), version, keys: (await keyboard()).rows }))
    },
  })
