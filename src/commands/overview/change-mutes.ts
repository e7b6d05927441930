import { AppError } from '../../base/errors.ts'
import type { AttentionItem } from '../../domain/overview/attention/attention-kinds.ts'
import { attentionLine } from '../../domain/overview/attention/attention-output.ts'
import type { Mutes } from '../../domain/overview/attention/mutes.ts'
import { moment } from '../../domain/text/format.ts'
import { safeText } from '../../domain/text/safe-text.ts'
import type { Deps } from '../kit/command.ts'
import { printJson } from '../output/print-rows.ts'

/** Ids of what is not to be told of for a week, and of what is to be told of again. */
export type MuteChanges = { mute: readonly string[]; unmute: readonly string[] }

/**
 * Mutes what needs attention, or takes that back, and says so: in the same memory as the explorer's.
 *
 * @param found - What needs attention now, muted or not. What is muted can be taken back though it is not among it any more.
 * @throws AppError `notFound` before anything is changed where an id stands for nothing, `failed` where it cannot be kept.
 */
export const changeMutes = (
  { mute, unmute }: MuteChanges,
  found: readonly AttentionItem[],
  mutes: Mutes,
  deps: Deps,
): void => {
  // Printed ids are safe to show; what names of others hold in them is found by that, too.
  const itemOf = (id: string) => found.find((item) => item.id === id || safeText(item.id) === id)
  const unknown = mute.find((id) => itemOf(id) === undefined)
  if (unknown !== undefined)
    throw new AppError('notFound', `Nothing that needs attention has the id ${unknown}: qd overview --ids prints them.`)
  const unmuted = unmute.find((id) => mutes.until(itemOf(id)?.id ?? id) === undefined)
  if (unmuted !== undefined)
    throw new AppError(
      'notFound',
      `Nothing is muted under the id ${unmuted}: qd overview --muted --ids prints what is.`,
    )
  const rows = [...mute.map((id) => ({ id, isMuted: true })), ...unmute.map((id) => ({ id, isMuted: false }))]
  const changed = rows.map(({ id: given, isMuted }) => {
    const item = itemOf(given)
    const id = item?.id ?? given
    if (!mutes.set(id, isMuted))
      throw new AppError(
        'failed',
        'It cannot be kept: see that quarterdeck/attention.json below XDG_STATE_HOME is yours.',
      )
    return { id, until: mutes.until(id), text: item && attentionLine(item) }
  })
  if (deps.format === 'json') {
    const rowOf = ({ id, until }: (typeof changed)[number]) => ({
      id,
      muted_until: until === undefined ? null : new Date(until).toISOString(),
    })
    printJson({ attention: changed.map(rowOf) }, deps)
    return
  }
  for (const { id, until, text } of changed) {
    const what = text ?? safeText(id)
    deps.out(until === undefined ? `Not muted any more: ${what}\n` : `Muted until ${moment(until)}: ${what}\n`)
  }
}
