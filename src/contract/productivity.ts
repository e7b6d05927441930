import * as z from 'zod'
import { Count, Day } from './primitives.ts'

/** A day of what the agent made. */
export const ProductivityDay = z.looseObject({
  date: Day,
  /** New files the agent wrote. */
  files_created: Count,
  /** Existing files the agent changed. */
  files_edited: Count,
  /** Operations per file extension. */
  by_extension: z.array(z.looseObject({ extension: z.string(), count: Count })),
  /** Operations per programming language. */
  by_language: z.array(z.looseObject({ language: z.string(), count: Count })),
  /** Commits made through the agent. */
  git_commits: Count,
  /** Pull requests opened through the agent. */
  git_prs_created: Count,
})
export type ProductivityDay = z.infer<typeof ProductivityDay>
