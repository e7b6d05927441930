import { expect, test } from 'vitest'
import { SCREEN_NAMES, type ScreenName } from '../../../screens/kit/screen/names.ts'
import { startDemo } from '../../helpers/demos.ts'
import { openScreen } from '../../helpers/screen.tsx'
import { testFront } from '../../helpers/test-server.ts'

const demo = await startDemo()

/** The text of each screen for unknown data. Keys has no accounts, so none of its requests can fail. */
const unknown: Partial<Record<ScreenName, string>> = {
  overview: 'Attention items could not be loaded.',
  usage: 'total ?',
  people: 'users not known',
  readiness: 'repositories not known',
  controls: 'revisions not known',
  computers: 'computers not known',
  wiki: 'wiki runs not known',
  ci: 'jobs not known',
}

test.each([500, 403])('if all responses are %i, screens say what is unknown, not that it is empty', async (status) => {
  const body = { status, title: 'Nope', detail: 'ablaze' }
  const front = await testFront(demo, (path) => (path.endsWith('openapi.json') ? undefined : { status, body }))
  for (const screen of SCREEN_NAMES) {
    const words = unknown[screen]
    if (words === undefined) continue
    const opened = await openScreen(front, { columns: 120, rows: 30, screen })
    const frame = await opened.frameWith(
      (rows) => rows.join('\n').includes('ablaze') && rows.join('\n').includes(words),
    )
    const text = frame.slice(3).join('\n')
    expect(text).not.toMatch(
      /\bno (revision|report|computer|person|user|wiki run|run|CI job|job)|\bnothing\b|There is no|^ 0 /im,
    )
    opened.unmount()
  }
})
