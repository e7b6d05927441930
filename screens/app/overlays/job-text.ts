import { percentOf, progressWords } from '../../../src/domain/text/progress-words.ts'
import { type SafeText, safeText } from '../../../src/domain/text/safe-text.ts'
import type { JobState } from '../../kit/session/jobs.ts'

/** How far a job is, or what has come of it, in a few words. */
export const jobText = (state: JobState): SafeText => {
  if (state.is === 'running') {
    const { progress } = state
    return safeText(progress ? `${percentOf(progress)} ${progressWords(progress)}`.trim() : 'begins')
  }
  if (state.is === 'done') return safeText(state.text)
  if (state.is === 'cancelled') return safeText('cancelled')
  return safeText(state.is === 'unknown' ? `outcome unknown: ${state.error.message}` : state.error.message)
}
