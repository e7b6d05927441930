import { liveRule } from './live-bodies.ts'
import { testFront } from './test-server.ts'

/** A front of a server on which `count` users are active today, with the paths that were requested of it. */
export const frontWithUsers = async (organisation: { url: string; key: string }, count: number) => {
  const requested: string[] = []
  const front = await testFront(
    organisation,
    liveRule(count, (path) => requested.push(path)),
  )
  return { ...front, requested }
}
