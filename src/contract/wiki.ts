import * as z from 'zod'
import { Count, UnixMs } from './primitives.ts'

/** One generated wiki of a repository. Only the id is certain; the rest is what live services send, null where it is not known. */
export const WikiRun = z.looseObject({
  wikiRunId: z.string(),
  createdAt: UnixMs.nullish(),
  repoUrl: z.string().nullish(),
  commitHash: z.string().nullish(),
  branch: z.string().nullish(),
  hasLocalChanges: z.boolean().nullish(),
  hasNonRemoteCommits: z.boolean().nullish(),
  pageCount: Count.nullish(),
  /** Its shape is not promised. */
  pageTree: z.unknown().optional(),
})
export type WikiRun = z.infer<typeof WikiRun>

/** `{wikiRuns}`; the API promises no shape. */
export const WikiRuns = z.looseObject({ wikiRuns: z.array(WikiRun) })

export const WikiPath = z.object({ wikiRunId: z.string().min(1) })

/** What live services answer to a delete; the body is not promised. */
export const WikiDeleted = z.looseObject({ deleted: z.boolean().optional() })

/** In place of an archive, some servers answer where one can be fetched, for a while, without the API key. */
export const WikiArchiveLink = z.looseObject({ url: z.url() })
