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

/** How long a revealed value is shown. */
const SHOWN_S = 15

/** What a secret was revealed for, and its values once they are there. */
type Held = { key: string; of: unknown; values?: readonly Revealed[]; from: number }

/** A value as it is in the settings, untrusted. It may be a secret: it is drawn and nothing else, and no copy or export has it. */
type Revealed = { name: string; value: unknown }

/** Where a secret is in masked settings, the key of its row, and the revisions that hold it, by what they are called. */
type Wanted = { path: Path; key: string; sides: readonly { name: string; revision: number | undefined }[] }

export type Reveal = ReturnType<typeof useReveal>

/**
 * One secret at a time, shown for 15 seconds and then forgotten; at once when it is hidden, when another row is selected, when people
 * become pseudonyms, whom it may name, and when the component goes. It lives in this component alone, as anything kept for longer
 * would outlast it.
 *
 * @param keyNow - The key of the selected row: what was revealed for another one is neither shown nor kept.
 * @param list - What it is selected in: moving in it draws the component again while there is a secret.
 * @param of - Another one hides it too.
 */
export const useReveal = (keyNow: () => string | undefined, list: Selecting, of?: unknown) => {
  const connection = useSessionState('connection')
  const isPrivate = usePrivateSalt() !== undefined
  const { isLinear } = useSession().theme
  const { tell } = useLastRow()
  const [held, setHeld] = useState<Held>()
  const asked = useRef<AbortController>(undefined)
  /** The row whose secret stays in the scrollback once it is shown, and where this was said. */
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
    if (numbered.length === 0) return tell('This revision has no number to ask for it by.')
    if (connection.is !== 'ready') return tell('There is no connection yet: a secret is asked for each time.')
    if (isLinear && warned.current !== key) {
      warned.current = key
      return tell('The secret stays in the scrollback of the terminal once it is shown: the same key again shows it.')
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
    // An answer counts only for the question that was asked last.
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

  // The component may go while the answer is on its way.
  useEffect(() => hide, [hide])
  useEffect(() => {
    if (isElsewhere) hide()
  }, [isElsewhere, hide])
  const shown = isElsewhere ? undefined : held?.values
  return {
    /** What is revealed of the selected row. */
    shown,
    /** Seconds until it is hidden again, from 15 down to 1; undefined: nothing is shown. */
    leftS: useSecondsLeft(shown && held?.from, hide),
    /** Whether it is being fetched. */
    isLoading: held !== undefined && !isElsewhere && !shown,
    /** Hides what is shown and drops what is on its way, else fetches what is wanted. A failure is a notice. */
    toggle: (wanted: Wanted | undefined) => {
      if (held && !isElsewhere) return hide()
      if (!wanted) return tell('There is no secret in this row.')
      if (isPrivate) return tell('A secret may name people: zn shows their names, then x the secret.')
      return void reveal(wanted)
    },
  }
}

/** Counts down from a moment, and calls back at the end. */
const useSecondsLeft = (from: number | undefined, end: () => void): number | undefined => {
  const [passed, setPassed] = useState(0)
  // Seconds are counted, for a clock may be set back; and the clock is asked, for a computer may have slept.
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

/** Whether a part is a secret, or a text that holds one, by itself. */
export const isSecret = ({ value }: ValueNode): boolean => typeof value === 'string' && hasMask(value)

/** How far a secret is: on its way, shown for so many seconds more, or neither. */
export const secretState = ({ isLoading, leftS }: Pick<Reveal, 'isLoading' | 'leftS'>, theme: Theme): string => {
  if (isLoading) return theme.muted('fetching…')
  return leftS === undefined ? theme.muted('x shows the secret for 15 s') : theme.warn(`hidden again in ${leftS} s`)
}

/** A revealed value as text, over several lines with an indent. Untrusted text. */
export const revealedText = (value: unknown, indent?: number): string =>
  typeof value === 'string' ? value : toJson(value, { indent })
