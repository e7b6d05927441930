import { onTestFinished } from 'vitest'
import { startRevisions } from '../../../helpers/controls-service.ts'
import { type OpenOptions, openScreen } from '../../../helpers/screen.tsx'

const DAY_MS = 86_400_000
const people = ['Ann', 'Ben', 'Cleo']

/** A service whose revisions 1, 2, … have these settings, one per day, by Ann, Ben and Cleo in turn. */
export const serveSettings = async (settings: readonly unknown[]) => {
  const requested: string[] = []
  const service = await startRevisions(settings, {
    stepMs: DAY_MS,
    nameOf: (at) => people[at % people.length] as string,
    // The document of the API says whether there is an audit log.
    onRequest: (path) => path.includes('openapi') || requested.push(path),
  })
  onTestFinished(() => service.close())
  return { organisation: { url: service.url, key: service.keys.owner }, requested }
}

/** Controls with the diff of the last two of these settings. */
export const openDiff = async (settings: readonly unknown[], options: OpenOptions = {}) => {
  const { organisation, requested } = await serveSettings(settings)
  const opened = await openScreen(organisation, { columns: 120, rows: 30, screen: 'controls', ...options })
  await opened.frameWith((frame) => /latest \d+/.test(frame[3] ?? '') && (frame[0] ?? '').includes('0 req'))
  await opened.press('Enter')
  /** The rows of the body, from the head on. */
  const body = () => opened.frame().slice(3, -2)
  /** The rows of the list, without the detail. */
  const list = () =>
    body()
      .slice(3)
      .map((row) => (row.split(/ │ | │$/)[0] ?? '').trimEnd())
      .filter((row) => row !== '')
  /** The rows of the detail. */
  const detail = () =>
    body()
      .slice(3)
      .map((row) => (/ │ ?(.*)$/.exec(row)?.[1] ?? '').trimEnd())
  /** The revision line, without the keys at its end. */
  const marks = () => (body()[1] ?? '').replace(/ +\( \) move A .*$/, '')
  const selected = () => list().find((row) => row.startsWith('▌'))
  const command = () =>
    opened
      .frame()
      .at(-1)
      ?.replace(/ +Y copies$/, '')
      .trim()
  return { ...opened, requested, body, marks, list, detail, selected, command }
}
