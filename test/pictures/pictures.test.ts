import { existsSync, readFileSync } from 'node:fs'
import { hostname, userInfo } from 'node:os'
import { fileURLToPath } from 'node:url'
import { DOMParser } from '@xmldom/xmldom'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const readme = readFileSync(`${root}README.md`, 'utf8')
const shown = [...readme.matchAll(/(?:src|srcset)="(test\/pictures\/[^"]+)"/g)].map(([, path = '']) => path)

test('the README shows seven screens, each on dark and on light', () => {
  const names = ['overview', 'usage', 'people', 'readiness', 'controls', 'computers', 'keys']
  const wanted = names.flatMap((name) => ['dark', 'light'].map((theme) => `test/pictures/${name}-${theme}.svg`))
  expect([...new Set(shown)].sort()).toEqual(wanted.sort())
  expect(shown.filter((path) => !existsSync(root + path))).toEqual([])
})

test.each(shown)('%s contains no scripts, no external references and no author', (path) => {
  const text = readFileSync(root + path, 'utf8')
  const faults: string[] = []
  const parsed = new DOMParser({ onError: (_level, message) => faults.push(message) }).parseFromString(
    text,
    'image/svg+xml',
  )
  expect(faults).toEqual([])
  const elements = [...parsed.getElementsByTagName('*')]
  expect(new Set(elements.map(({ tagName }) => tagName))).toEqual(new Set(['svg', 'style', 'rect', 'path', 'text']))
  const attributes = elements.flatMap((element) => [...element.attributes].map(({ name }) => name))
  expect(attributes.filter((name) => /href|^on|^src$/.test(name))).toEqual([])
  expect(text.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/url\(|@import|https?:|\/home\/|\/tmp\/|\/root\//)
  // Shorter names may be ordinary words of a screen.
  const own = [hostname(), userInfo().username].filter((name) => name.length > 5)
  expect(own.filter((name) => text.includes(name))).toEqual([])
})
