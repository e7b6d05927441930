import type { Clipboard } from '../../src/domain/clipboard/copy-outcome.ts'

/** A clipboard that records the texts. The terminal gets most of them, which none confirms; a program gets secrets. */
export const fakeClipboard = (copied: string[]): Clipboard => ({
  copy: async (text, { isSecret = false } = {}) => {
    copied.push(text)
    return { is: isSecret ? 'copied' : 'sent' }
  },
  plan: async () => ({
    ways: [{ is: 'program', program: { argv: ['wl-copy'], because: 'WAYLAND_DISPLAY is set' } }],
    why: 'WAYLAND_DISPLAY is set',
    whyNoProgram: undefined,
  }),
})
