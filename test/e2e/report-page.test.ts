import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { startDemo } from '../helpers/demos.ts'
import { fileFolder } from '../helpers/make-folder.ts'
import { runQd } from '../helpers/run-qd.ts'

// Playwright's copy of zod replaces the global messages, and later test files expect ours.
z.config(z.locales.en())

const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)
const browserTest = test.skipIf(executablePath === undefined)

let browser: Browser | undefined
const path = join(fileFolder(), 'report.html')
beforeAll(async () => {
  if (executablePath === undefined) return
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ]
  browser = await chromium.launch({ executablePath, args })
  const demo = await startDemo()
  await runQd(['report', '--last', '30d', '-o', path], { url: demo.url, key: demo.key })
})
afterAll(() => browser?.close())

/** The page in a browser with these options, with its requests and its problems. */
const openPage = async (options: Parameters<Browser['newPage']>[0]) => {
  const page = await (browser as Browser).newPage(options)
  onTestFinished(() => page.close())
  const requested: string[] = []
  const problems: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  page.on('console', (message) => problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(error.message))
  await page.goto(pathToFileURL(path).href)
  return { page, requested, problems }
}

/** Code for the browser: the lowest contrast of a text with the background. */
const MIN_CONTRAST = `(() => {
  const luminance = (color) => {
    const [r, g, b] = color.match(/[\\d.]+/g).map((part) => {
      const share = Number(part) / 255
      return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const paper = luminance(getComputedStyle(document.body).backgroundColor)
  const texts = document.querySelectorAll('h1,h2,h3,p,a,dt,dd,small,li,strong,caption,figcaption,th,td,summary,svg text')
  return Math.min(...[...texts].map((each) => {
    const { fill, color } = getComputedStyle(each)
    const ink = luminance(each instanceof SVGElement ? fill : color)
    return (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05)
  }))
})()`

const HIDDEN_COLUMNS =
  "[...document.querySelectorAll('.table')].filter((table) => table.scrollWidth > table.clientWidth).length"

browserTest.each([
  ['light, on a desk', { colorScheme: 'light', viewport: { width: 1200, height: 900 } }],
  ['dark, on a desk', { colorScheme: 'dark', viewport: { width: 1200, height: 900 } }],
  ['dark, on a phone', { colorScheme: 'dark', viewport: { width: 360, height: 740 } }],
  ['light, on a larger phone', { colorScheme: 'light', viewport: { width: 390, height: 844 } }],
  ['light, as wide as the chart', { colorScheme: 'light', viewport: { width: 577, height: 844 } }],
] as const)('in a browser the page is whole and sends no requests: %s (only with a browser)', async (_, options) => {
  const { page, requested, problems } = await openPage(options)
  expect([requested, problems]).toEqual([[pathToFileURL(path).href], []])
  expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  // In a wide window no column needs scrolling.
  const hidden = await page.evaluate<number>(HIDDEN_COLUMNS)
  if (options.viewport.width > 1_000) expect(hidden).toBe(0)
  expect(await page.evaluate<number>(MIN_CONTRAST)).toBeGreaterThanOrEqual(4.5)
  // A chart wider than the window has a hint.
  const isHidden = await page.evaluate<boolean>(
    "document.querySelector('.chart').scrollWidth > document.querySelector('.chart').clientWidth",
  )
  expect(isHidden).toBe(options.viewport.width <= 576)
  expect(await page.getByText('Scroll the chart sideways').isVisible()).toBe(isHidden)
  const days = await page.locator('svg rect.bar').count()
  expect(days).toBe(30)
})

browserTest(
  'a screen reader gets headings, the chart as a sentence and tables by name (only with a browser)',
  async () => {
    const { page } = await openPage({})
    const headings = await page.getByRole('heading', { level: 2 }).allTextContents()
    expect(headings).toEqual(['In brief', 'Usage', 'People', 'Readiness', 'Controls', 'Keys'])
    for (const heading of headings)
      expect(await page.getByRole('region', { name: heading, exact: true }).count()).toBe(1)
    expect(await page.getByRole('img', { name: /Credits by day, .* maximum on/ }).count()).toBe(1)
    expect(await page.getByRole('table', { name: /People by credits/ }).count()).toBe(1)
  },
)

browserTest('printed, the charts are on white, and there are no links to press (only with a browser)', async () => {
  const { page } = await openPage({ colorScheme: 'light' })
  await page.emulateMedia({ media: 'print' })
  expect(await page.locator('svg').isVisible()).toBe(true)
  expect(await page.locator('nav').isVisible()).toBe(false)
  expect(await page.evaluate<string>('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)')
  expect((await page.pdf()).length).toBeGreaterThan(10_000)
  expect(readFileSync(path, 'utf8')).not.toContain('<script')
})
