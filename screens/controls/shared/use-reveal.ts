import { useCallback, useEffect, useRef, useState } from 'react'
import { AppError } from '../../../src/base/errors.ts'
import { toJson } from '../../../src/domain/output/output.ts'
import { hasMask } from '../../../src/domain/secrets/mask-settings.ts'
import type { Path } from '../../../src/domain/settings-diff/setting-path.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { type Selecting, still, useSelection } from '../../kit/list/use-list.ts'
import { usePrivateSalt } from '../../kit/session/person-name.ts'
import { useSession, useSessionState } from '../../kit/session/session.ts'
import { useLastRow } from '../../kit/session/use-last-row.ts'
import type { ValueNode } from '../../kit/tree/value-tree.ts'

/** How long a revealed value is shown, in seconds. */
const SHOWN_S = 15

/** The row and revisions of a revealed secret, and its values once they are fetched. */
type Held = { key: string; of: unknown; values?: readonly Revealed[]; from: number }

/** A value from the unmasked settings. Untrusted text. It may be a secret: draw it, but never copy or export it. */
type Revealed = { name: string; value: unknown }

/** The path of a secret in masked settings, the key of its row, and the named revisions that contain it. */
type Wanted = { path: Path; key: string; sides: readonly { name: string; revision: number | undefined }[] }

export type Reveal = ReturnType<typeof useReveal>

/**
 * Reveals one secret at a time for 15 seconds. The value is also dropped when it is hidden, when another row is
 * selected, when privacy mode starts (a secret may contain a name) and when the component unmounts. It is stored only
 * in this component, because a longer-lived store would outlast it.
 *
 * @param keyNow - Returns the key of the selected row. The value is dropped when the key changes.
 * @param list - Moving its selection renders the component again while a secret is shown.
 * @param of - The value is dropped when this changes.
 */
export const useReveal = (keyNow: () => string | undefined, list: Selecting, of?: unknown) => {
  const connection = useSessionState('connection')
  const isPrivate = usePrivateSalt() !== undefined
  const { isLinear } = useSession().theme
  const { tell } = useLastRow()
  const [held, setHeld] = useState<Held>()
  const asked = useRef<AbortController>(undefined)
  /** Linear mode only: key of the row with the last warning that a shown secret stays in the scrollback. */
  const warned = useRef<string>(undefined)
  useSelection(held ? list : still)
  const isElsewhere = held !== undefined && (isPrivate || held.of !== of || held.key !== keyNow())

  const hide = useCallback(() => {
    asked.current?.abort()
    setHeld(undefined)
  }, [])
  const reveal = async ({ path, key, sides }: Wanted) => {
    hide()
    const numbered = sides.flatMap(({ name, revision }) => (revision === undefined ? [] : { name, revision }))
    if (numbered.length === 0) return tell('This revision has no number, so its secrets cannot be requested.')
    if (connection.is !== 'ready') return tell('Not connected yet: secrets are requested each time.')
    if (isLinear && warned.current !== key) {
      warned.current = key
      return tell('The secret will stay in the terminal scrollback: press the key again to show it.')
    }
    const asking = new AbortController()
    const { signal } = asking
    asked.current = asking
    setHeld({ key, of, from: 0 })
    const answers = await Promise.allSettled(
      numbered.map(async ({ name, revision }) => ({
        name,
        value: await connection.queries.reveal(revision, path, signal),
      })),
    )
    // Only the result of the latest request counts.
    if (signal.aborted) return
    const values: Revealed[] = []
    for (const answer of answers) {
      if (answer.status === 'fulfilled' && answer.value.value !== undefined) values.push(answer.value)
      else if (answer.status === 'fulfilled') tell('The server has no value there.')
      else if (answer.reason instanceof AppError) tell(answer.reason.message)
      else throw answer.reason
    }
    setHeld(values.length > 0 ? { key, of, values, from: Date.now() } : undefined)
  }

  // The component may unmount before the response arrives.
  useEffect(() => hide, [hide])
  useEffect(() => {
    if (isElsewhere) hide()
  }, [isElsewhere, hide])
  const shown = isElsewhere ? undefined : held?.values
  return {
    /** Revealed values of the selected row. */
    shown,
    /** Seconds until the values are hidden, from 15 down to 1; undefined if none are shown. */
    leftS: useSecondsLeft(shown && held?.from, hide),
    /** Whether the values are being fetched. */
    isLoading: held !== undefined && !isElsewhere && !shown,
    /** Hides the values or cancels the request; otherwise fetches them. An error becomes a notice. */
    toggle: (wanted: Wanted | undefined) => {
      if (held && !isElsewhere) return hide()
      if (!wanted) return tell('This row has no secret.')
      if (isPrivate) return tell('A secret may contain names: turn pseudonyms off with zn first.')
      return void reveal(wanted)
    },
  }
}

/** Counts down from a time in Unix ms and calls `end` when the time is up. */
const useSecondsLeft = (from: number | undefined, end: () => void): number | undefined => {
  const [passed, setPassed] = useState(0)
  // Count ticks, because the clock can be set back; read the clock too, because the computer can sleep.
  useEffect(() => {
    setPassed(0)
    if (from === undefined) return undefined
    let ticks = 0
    const timer = setInterval(() => {
      ticks += 1
      const seconds = Math.max(ticks, Math.floor((Date.now() - from) / 1000))
      if (seconds >= SHOWN_S) end()
      else setPassed(seconds)
    }, 1000)
    return () => clearInterval(timer)
  }, [from, end])
  return from === undefined ? undefined : SHOWN_S - passed
}

/** Whether a value is a secret or a text that contains one. */
export const isSecret = ({ value }: ValueNode): boolean => typeof value === 'string' && hasMask(value)

/** Whether a secret is being fetched, or how many seconds it stays visible, or how to show it. */
export const secretState = ({ isLoading, leftS }: Pick<Reveal, 'isLoading' | 'leftS'>, theme: Theme): string => {
  if (isLoading) return theme.muted('fetching…')
  return leftS === undefined ? theme.muted('x shows the secret for 15 s') : theme.warn(`hidden again in ${leftS} s`)
}

/** A revealed value as text, on several lines if `indent` is set. Untrusted text. */
export const revealedText = (value: unknown, indent?: number): string =>
  typeof value === 'string' ? value : toJson(value, { indent })
