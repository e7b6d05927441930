import { readFile } from 'node:fs/promises'
import type { Plugin } from 'esbuild'

/**
 * What cuts text into graphemes, and knows emoji, takes 15 ms to make, and most texts need neither: packages make it when they are
 * loaded, and here when it is first used.
 */
export const lateUnicode: Plugin = {
  name: 'late-unicode',
  setup(build) {
    build.onLoad(
      { filter: /\/node_modules\/(?:string-width|wrap-ansi|slice-ansi|@alcalzone|ink)\// },
      async ({ path }) => {
        const source = await readFile(path, 'utf8')
        const late = source
          .replace(
            /^const (\w+) = (new Intl\.Segmenter\([^)]*\));$/m,
            'let made; const $1 = { segment: (text) => (made ??= $2).segment(text) };',
          )
          .replace(/^const (\w+) = (\/\^\\p\{RGI_Emoji\}\$\/v);$/m, 'const $1 = { test: (text) => $2.test(text) };')
        return late === source ? undefined : { contents: late }
      },
    )
  },
}
