import { expect, test } from 'vitest'
import type { ScreenName } from '../../../../screens/kit/screen/names.ts'
import { headingsWithoutField } from '../../../helpers/headings.ts'
import { sharedDemo } from '../../../helpers/screen.tsx'
import { openView, settled, toView } from '../../../helpers/views.ts'

const demo = sharedDemo()

/** Columns without a field: charts, and figures of this machine or of this screen. */
const lists: readonly [screen: ScreenName, keys: readonly string[], withoutField: readonly string[]][] = [
  ['usage', [], ['14 DAYS, OWN SCALE', 'NOTE']],
  ['usage', ['Tab'], ['14 DAYS, OWN SCALE', 'NOTE']],
  ['usage', ['Tab', 'Tab'], ['14 DAYS, OWN SCALE', 'NOTE']],
  ['people', [], ['14 DAYS, OWN SCALE']],
  ['readiness', [], ['REPORTS']],
  ['controls', [], []],
  ['controls', ['f'], ['STILL OPEN']],
  ['computers', [], ['SEEN']],
  ['keys', [], ['LIFE']],
  ['wiki', [], ['LAST EXPORT']],
  ['ci', [], []],
]

test.each(lists)('%s %j can be filtered by the heading of each column', async (screen, keys, withoutField) => {
  const opened = await openView(demo, screen, { columns: 260, rows: 50 })
  await toView(opened, keys)
  // Rows appear once the revisions are compared.
  await settled(opened)
  expect(await headingsWithoutField(opened)).toEqual(withoutField)
})

test('a heading and the name of its field select the same rows, and completion offers the name', async () => {
  const opened = await openView(demo, 'controls', { columns: 160, rows: 50 })
  const rowsFor = async (condition: string) => {
    await opened.press('/', '^u')
    opened.keys(condition)
    await opened.press('Enter')
    return (await opened.frameWith(`/ ${condition}`)).filter((row) => /^[ ▌]+\d{3} /.test(row))
  }
  const found = await rowsFor('RISK=loosened')
  expect(found.length).toBeGreaterThan(0)
  expect(await rowsFor('verdict=loosened')).toEqual(found)
  await opened.press('/', '^u', ...'ris', 'Tab')
  await opened.frameWith('/ verdict=')
})
