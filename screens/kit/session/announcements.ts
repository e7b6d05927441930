import { createSignal } from '../../../src/ui/layout/signal.ts'
import { type Action, actionTitle, outcomeWord, stateText } from './actions.ts'

/** The end of something that was followed. It is shown on every screen for a while. */
export type Announcement = {
  id: number
  isGood: boolean
  /** One line of untrusted text. */
  text: string
}

/** How long each is shown, ms. */
export const ANNOUNCED_MS = 10_000

export type Announcements = ReturnType<typeof createAnnouncements>

/** @param after - Runs a callback after a time in ms. */
export const createAnnouncements = (after: (ms: number, act: () => void) => void) => {
  const shown = createSignal<readonly Announcement[]>([])
  let lastId = 0
  return {
    /** Newest first. */
    list: shown.get,
    subscribe: shown.subscribe,
    announce(announcement: Omit<Announcement, 'id'>): void {
      const id = ++lastId
      shown.set((all) => [{ id, ...announcement }, ...all])
      after(ANNOUNCED_MS, () =>
        shown.set((all) => (all.some((one) => one.id === id) ? all.filter((one) => one.id !== id) : all)),
      )
    },
    /** Removes all, because the user has seen them. */
    dismiss: () => void shown.set((all) => (all.length === 0 ? all : [])),
  }
}

/** The announcement of the end of an action. */
export const endAnnouncement = (action: Action): Omit<Announcement, 'id'> => {
  const { state } = action
  const more = stateText(state).replace(/\.$/, '')
  const text = `${actionTitle(action)} ${outcomeWord(state)}${more === '' ? '' : `: ${more}`}`
  return { isGood: state.is === 'done', text }
}
