import { useCallback, useEffect, useRef, useState } from 'react'
import { AppError } from '../../../src/base/errors.ts'
import { toJson } from '../../../src/domain/output/output.ts'
import { hasMask } from '../../../src/domain/secrets/mask-settings.ts'
import type { Path } from '../../../src/domain/settings-diff/setting-path.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { fixedSelection, type SelectionSource, useSelection } from '../../kit/list/use-list.ts'
import { usePrivateSalt } from '../../kit/session/person-name.ts'
import { useSession, useSessionState } from '../../kit/session/session.ts'
import { useLastRow } from '../../kit/session/use-last-row.ts'
import type { ValueNode } from '../../kit/tree/value-tree.ts'

/** How long a revealed value is shown, in seconds. */
const REVEAL_SECONDS = 15

/** The row and revisions of a revealed secret, and its values once they are fetched. */
type RevealState = { key: string; of: unknown; values?: readonly Revealed[]; from: number }

/** A value from the unmasked settings. Untrusted text. It may be a secret: draw it, but never copy or export it. */
type Revealed = { name: string; value: unknown }

/** The path of a secret in masked settings, the key of its row, and the named revisions that contain it. */
type RevealRequest = { path: Path; key: string; sides: readonly { name: string; revision: number | undefined }[] }

export type Reveal = ReturnType<typeof useReveal>

/**
 * Reveals one secret at a time for 15 seconds. The value is also dropped when it is hidden, when another row is
 * selected, when privacy mode starts (a secret may contain a name) and when the component unmounts. It is stored only
 * in this component, so that it cannot outlive the component.
 *
 * @param getKey - Returns the key of the selected row. The value is dropped when the key changes.
 * @param list - Moving its selection renders the component again while a secret is shown.
 * @param of - The value is dropped when this changes.
 */
export const useReveal = (getKey: () => string | undefined, list: SelectionSource, of?: unknown) => {
  const connection = useSessionState('connection')
  const isPrivate = usePrivateSalt() !== undefined
  const { isLinear } = useSession().theme
  const { showNotice } = useLastRow()
  const [revealState, setRevealState] = useState<RevealState>()
  const request = useRef<AbortController>(undefined)
  /** Linear mode only: key of the row with the last warning that a shown secret stays in the scrollback. */
  const warnedRow = useRef<string>(undefined)
  useSelection(revealState ? list : fixedSelection)
  const isForOtherRow =
    revealState !== undefined && (isPrivate || revealState.of !== of || revealState.key !== getKey())

  const hide = useCallback(() => {
    request.current?.abort()
    setRevealState(undefined)
  }, [])
  const reveal = async ({ path, key, sides }: RevealRequest) => {
    hide()
    const numbered = sides.flatMap(({ name, revision }) => (revision === undefined ? [] : { name, revision }))
    if (numbered.length === 0) return showNotice('This revision has no number, so its secrets cannot be requested.')
    if (connection.is !== 'ready')
      return showNotice('Not connected yet, and secrets are always fetched from the server.')
    if (isLinear && warnedRow.current !== key) {
      warnedRow.current = key
      return showNotice('The secret will stay in the terminal scrollback. Press the key again to show it.')
    }
    const controller = new AbortController()
    const { signal } = controller
    request.current = controller
    setRevealState({ key, of, from: 0 })
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
      else if (answer.status === 'fulfilled') showNotice('The server has no value at this path.')
      else if (answer.reason instanceof AppError) showNotice(answer.reason.message)
      else throw answer.reason
    }
    setRevealState(values.length > 0 ? { key, of, values, from: Date.now() } : undefined)
  }

  // The component may unmount before the response arrives.
  useEffect(() => hide, [hide])
  useEffect(() => {
    if (isForOtherRow) hide()
  }, [isForOtherRow, hide])
  const shown = isForOtherRow ? undefined : revealState?.values
  return {
    /** Revealed values of the selected row. */
    shown,
    /** Seconds until the values are hidden, from 15 down to 1; undefined if none are shown. */
    leftS: useSecondsLeft(shown && revealState?.from, hide),
    /** Whether the values are being fetched. */
    isLoading: revealState !== undefined && !isForOtherRow && !shown,
    /** Hides the values or cancels the request; otherwise fetches them. An error becomes a notice. */
    toggle: (wanted: RevealRequest | undefined) => {
      if (revealState && !isForOtherRow) return hide()
      if (!wanted) return showNotice('This row has no secret.')
      if (isPrivate) return showNotice('A secret may contain names. Press zn to turn pseudonyms off first.')
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
      if (seconds >= REVEAL_SECONDS) end()
      else setPassed(seconds)
    }, 1000)
    return () => clearInterval(timer)
  }, [from, end])
  return from === undefined ? undefined : REVEAL_SECONDS - passed
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
