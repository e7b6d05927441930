import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '../../helpers/make-folder.ts'
import { runQd } from '../../helpers/run-qd.ts'

const homeWith = (keys: object): string => {
  const home = makeFolder()
  mkdirSync(join(home, 'quarterdeck'))
  writeFileSync(join(home, 'quarterdeck', 'config.json'), JSON.stringify({ keys }))
  return home
}

test('qd keys and the manual page list all key bindings, with those of the user', async () => {
  const { out, code } = await runQd(['keys', '--format', 'md'])
  expect(code).toBe(0)
  expect((await runQd(['man'])).out).toContain('.B v\nnext measure in the chart')
  for (const row of [
    '| where | keys | does | action |',
    '| everywhere | : ^p | find a name or command | everywhere.palette |',
    '| in lists | j Down | next row | lists.down |',
    '| Usage | v | next measure in the chart | usage.nextMeasure |',
  ])
    expect(out).toContain(row)
  const own = await runQd(['keys', '--json'], { home: homeWith({ 'usage.nextMeasure': 'v' }) })
  expect(JSON.parse(own.out).bindings).toContainEqual({
    where: 'Usage',
    keys: 'v',
    does: 'next measure in the chart',
    action: 'usage.nextMeasure',
  })
})

test('qd doctor reports invalid key bindings of the user, and the number of active ones', async () => {
  const home = homeWith({ 'usage.nextMeasure': 'v', 'usage.none': 'w', 'usage.filter': 'q' })
  const { out } = await runQd(['doctor', '--offline'], { home })
  const lines = out.split('\n').filter((line) => line.includes('own keys'))
  expect(lines.map((line) => line.replace(/ +/g, ' '))).toEqual([
    '✓ own keys 1 active; see qd keys.',
    '! own keys "usage.none": unknown action.',
    '! own keys "usage.filter": q is already used by everywhere.back (up one level, or quit); / is kept.',
  ])
})
