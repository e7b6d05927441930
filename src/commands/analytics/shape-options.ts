import type { OptionRow } from '../kit/option-row.ts'
import { whereOption } from '../kit/where.ts'

/** What all analytics of days take. */
export const shapeOptions = [
  { flags: '--totals', help: 'one row over the range: sums, and means or medians of what cannot be summed' },
  {
    flags: '--compare <period>',
    help: 'prev: put the period directly before beside it, with the change as a fraction; weekday: with --by, put what is usual on its weekday beside one day',
    choices: ['prev', 'weekday'],
  },
  { flags: '--sort <field>', help: 'largest first, days and names in their order; FIELD:asc or FIELD:desc turns it' },
  whereOption("only rows for which all hold: 'credits>1k date>=2026-11-01'"),
] as const satisfies readonly OptionRow[]
