import type { ProductivityDay } from '../../contract/analytics.ts'
import type { Lenient } from '../../contract/lenient.ts'
import type { NamedCount } from './day-breakdowns.ts'

/** Operations on files by programming language. */
export const languageEntries = (day: Lenient<ProductivityDay>): NamedCount[] | undefined =>
  day.by_language?.map(({ language, count }) => ({ key: language ?? '', count }))

/** Operations on files by file extension. */
export const extensionEntries = (day: Lenient<ProductivityDay>): NamedCount[] | undefined =>
  day.by_extension?.map(({ extension, count }) => ({ key: extension ?? '', count }))
