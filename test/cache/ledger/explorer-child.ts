/**
 * One of several processes that share a ledger: writes days, walks users, reads the others' rows and checks every result.
 * Arguments: path, number of this process, duration in ms. Prints a dot for each ten rounds, and at the end its results as JSON.
 */
import { openLedger } from '../../../src/cache/ledger/open-ledger.ts'
import { addDays, daysOf } from '../../../src/domain/calendar/calendar.ts'
import { personDay } from '../../helpers/person-day.ts'
import { answer, NOW, SALT, TENANT, toolDay, walkThrough } from './ledgers.ts'

const [, , path = '', number = '0', ms = '0'] = process.argv
const ledger = openLedger({ path, salt: SALT, tenant: TENANT })
ledger.setOrg('org')
const all = { from: '2026-01-14', to: '2026-11-20' }
const end = performance.now() + Number(ms)
const wrong: string[] = []
let walks = 0

/** All rows of one response contain the number of its write, so that a partial result is detected. */
const writeSome = (round: number): void => {
  const from = addDays(all.from, (round * 7 + Number(number) * 3) % 290)
  const span = { from, to: addDays(from, round % 9) }
  const stamp = round * 10 + Number(number)
  const rows = daysOf(span).map((day) => ({
    ...toolDay(day, stamp),
    by_user: Array.from({ length: 40 }, (_, at) => ({ user_id: `u${at}-${round % 50}`, billable_tokens: stamp })),
  }))
  ledger.writeDays(round % 2 === 0 ? 'tools' : 'credits', answer(span, rows, stamp))
}

const walkSome = (round: number): void => {
  const from = addDays(all.from, (round * 11) % 280)
  const span = { from, to: addDays(from, 9) }
  const walk = ledger.unfinishedWalk(span) ?? ledger.beginWalk(span, NOW)
  const people = Array.from({ length: 20 }, (_, at) => at)
  const pages = [0, 1, 2].map((page) =>
    daysOf(span).flatMap((day) => people.map((at) => personDay(`p${page}-${at}`, day, { sessions: 7 }))),
  )
  if (walkThrough(ledger, walk, pages.slice(walk.pages)).cursor !== undefined) wrong.push('a walk did not end')
  const held = ledger.cachedDays('users', span).length
  if (held !== 10) wrong.push(`${held} days of a complete walk are held`)
  walks++
}

const readSome = (round: number): void => {
  const from = addDays(all.from, (round * 13) % 280)
  const range = { from, to: addDays(from, 29) }
  for (const table of ['tools', 'credits'] as const)
    for (const { rows, fetchedAt, day } of ledger.readRawDays(table, range))
      for (const row of rows as { date: string; tool_calls: number; by_user: unknown[] }[])
        if (row.date !== day || row.tool_calls !== fetchedAt || row.by_user.length !== 40) wrong.push(`${table} ${day}`)
  const people = ledger.readCreditDays(range).people
  for (const { person } of people.columns) {
    const isComplete = Array.from(person).every((at) => /^u\d+-\d+$/.test(people.ids[at] ?? ''))
    if (!isComplete || person.length !== 40) wrong.push('credits of people')
  }
  for (const chunk of ledger.readPersonDays(range).chunks) {
    const places = new Set(Array.from({ length: chunk.length }, (_, row) => `${chunk.person[row]} ${chunk.day[row]}`))
    if (places.size !== chunk.length) wrong.push('a person twice on a day')
    if (!chunk.measures.sessions.every((value) => value === 7)) wrong.push('a figure that was never written')
  }
}

// On a busy machine the start may take all of the time, so four walks are made in any case.
for (let round = 1; performance.now() < end || walks < 4; round++) {
  writeSome(round)
  readSome(round)
  if (round % 5 === 0) walkSome(round)
  if (round % 10 === 0) process.stdout.write('.')
}
const { notice = null, isKept } = ledger
ledger.close()
process.stdout.write(`\n${JSON.stringify({ walks, wrong: wrong.slice(0, 9), notice, isKept })}\n`)
