import type { ProductivityDay } from '../../../contract/analytics.ts'
import type { Day } from '../../../domain/calendar/calendar.ts'
import type { Random } from '../kit/random.ts'
import { LANGUAGES } from '../kit/vocabulary.ts'
import type { PersonActivity } from './person-day.ts'
import { spread } from './spread.ts'

/** A day of what was made. Extensions and languages both add up to files created and edited. */
export const productivityRow = (did: readonly PersonActivity[], day: Day, random: Random): ProductivityDay => {
  const sum = (count: (activity: PersonActivity) => number): number => did.reduce((all, one) => all + count(one), 0)
  const languages = operationsByLanguage(did)
  const extensions = languages.flatMap((operations, at) =>
    spread(operations, LANGUAGES[at]?.extensions ?? [], random).map(({ item, count }) => ({
      extension: item.name,
      count,
    })),
  )
  return {
    date: day,
    files_created: sum((one) => one.filesCreated),
    files_edited: sum((one) => one.filesEdited),
    by_extension: extensions.sort((a, b) => b.count - a.count),
    by_language: languages
      .map((count, at) => ({ language: LANGUAGES[at]?.name ?? 'unknown', count }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count),
    git_commits: sum((one) => one.commits),
    git_prs_created: sum((one) => one.pullRequests),
  }
}

/** Half of what somebody touches is in the main language; the others share the rest. */
const operationsByLanguage = (did: readonly PersonActivity[]): number[] => {
  const operations = LANGUAGES.map(() => 0)
  const add = (language: number, count: number): void => {
    operations[language] = (operations[language] ?? 0) + count
  }
  for (const { person, filesCreated, filesEdited } of did) {
    const [main = 0, ...others] = person.languages
    const all = filesCreated + filesEdited
    const each = others.length === 0 ? 0 : Math.floor(all / 2 / others.length)
    for (const language of others) add(language, each)
    add(main, all - each * others.length)
  }
  return operations
}
