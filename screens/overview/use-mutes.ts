import { useEffect, useMemo, useState } from 'react'
import { type AttentionItem, attentionMarks } from '../../src/domain/overview/attention/attention-kinds.ts'
import type { Mutes } from '../../src/domain/overview/attention/mutes.ts'
import { useScreenState } from '../kit/screen/screen-state.ts'
import { useSession } from '../kit/session/session.ts'

/**
 * What needs attention without what is muted, and how that is changed.
 *
 * @param hasLooked - Whether all that it is looked for in is there.
 */
export const useMutes = (all: readonly AttentionItem[], hasLooked: boolean) => {
  const { mutes, visits } = useSession()
  // A new function after each change, so that the rows below are sorted again.
  const [isMuted, setMuted] = useState(() => mutedBy(mutes))
  const [isShown, setShown] = useScreenState('muted', false)
  const { open, muted } = useMemo(
    () => ({ open: all.filter((item) => !isMuted(item)), muted: all.filter(isMuted) }),
    [all, isMuted],
  )
  // What comes while it is shown is seen. Before all was looked at, nobody knows what there is.
  useEffect(() => {
    if (hasLooked) visits.sawMatters(open.flatMap(attentionMarks))
  }, [visits, hasLooked, open])
  const isNew = useMemo(() => (item: AttentionItem) => attentionMarks(item).some(visits.isNewMatter), [visits])
  const listed = useMemo(() => (isShown ? [...open, ...muted] : open), [isShown, open, muted])
  return {
    /** What is not muted. */
    open,
    /** Whether it was not there in an earlier run. */
    isNew,
    /** How many are. */
    muted: muted.length,
    /** The rows of the list: where they are asked for, those that are muted last. */
    listed,
    isShown,
    /** Until when an item is muted, Unix ms. */
    until: mutes.until,
    turnShown: () => setShown(!isShown),
    /** Mutes an item, or not any more, and says so. */
    turn: ({ id }: AttentionItem): string => {
      const isMuting = mutes.until(id) === undefined
      const isKept = mutes.set(id, isMuting)
      setMuted(() => mutedBy(mutes))
      if (!isMuting) return 'It is not muted any more.'
      return `Muted ${isKept ? 'for a week' : 'until the end of this session'}: U shows what is muted, u there takes it back.`
    },
  }
}

const mutedBy =
  (mutes: Mutes) =>
  ({ id }: AttentionItem): boolean =>
    mutes.until(id) !== undefined
