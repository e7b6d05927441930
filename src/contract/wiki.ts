import * as z from 'zod'
import { Count, UnixMs } from './primitives.ts'

/** One generated wiki of a repository. Only the id is guaranteed. Live services send null for unknown values. */
export const WikiRun = z.looseObject({
  wikiRunId: z.string(),
  createdAt: UnixMs.nullish(),
  repoUrl: z.string().nullish(),
  commitHash: z.string().nullish(),
  branch: z.string().nullish(),
  hasLocalChanges: z.boolean().nullish(),
  hasNonRemoteCommits: z.boolean().nullish(),
  pageCount: Count.nullish(),
  /** The API doesn't document its shape. */
  pageTree: z.unknown().optional(),
})
export type WikiRun = z.infer<typeof WikiRun>

/** `{wikiRuns}`. The API doesn't document this shape. */
export const WikiRuns = z.looseObject({ wikiRuns: z.array(WikiRun) })

export const WikiPath = z.object({ wikiRunId: z.string().min(1) })

/** Response of live services to a delete request. The API doesn't document the body. */
export const WikiDeleted = z.looseObject({ deleted: z.boolean().optional() })

/** Some servers respond with this instead of an archive: a temporary URL of the archive that needs no API key. */
export const WikiArchiveLink = z.looseObject({ url: z.url() })
