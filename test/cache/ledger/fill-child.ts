/** Fills a ledger with credits of many people, day by day, and prints as JSON how many days it reads, and the notice. */
import { openLedger } from '../../../src/cache/ledger/open-ledger.ts'
import { daysOf } from '../../../src/domain/calendar/calendar.ts'
import { answer, SALT, TENANT } from './ledgers.ts'

const [, , path = ''] = process.argv
const ledger = openLedger({ path, salt: SALT, tenant: TENANT })
const span = { from: '2026-10-01', to: '2026-11-20' }
ledger.setOrg('org')
for (const day of daysOf(span)) {
  const by_user = Array.from({ length: 300 }, (_, at) => ({ user_id: `${at * 7919}`, billable_tokens: at * 104_729 }))
  ledger.writeDays('credits', answer({ from: day, to: day }, [{ date: day, by_user }]))
}
const days = ledger.readCreditDays(span).people.days.length
process.stdout.write(JSON.stringify({ days, isKept: ledger.isKept, notice: ledger.notice }))
