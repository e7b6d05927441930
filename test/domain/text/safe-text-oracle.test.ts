import { expect, test } from 'vitest'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { textWidth } from '../../../src/domain/text/width.ts'
import { tries } from '../../helpers/tries.ts'
import { createRandom, hostileString } from '../hostile/strings.ts'
import { type Deeds, type EmojiHabit, JudgingTerminal } from '../hostile/terminal.ts'

const strings = (count: number, seed: number): string[] => {
  const random = createRandom(seed)
  return Array.from({ length: count }, () => hostileString(random))
}

type Judged = { text: string; deeds: Deeds }

const judged = async (texts: readonly string[], habit: EmojiHabit): Promise<Judged[]> => {
  const terminal = new JudgingTerminal(600, habit)
  const all: Judged[] = []
  for (let at = 0; at < texts.length; at += JudgingTerminal.batch) {
    const batch = texts.slice(at, at + JudgingTerminal.batch)
    const deeds = await terminal.judge(batch, batch.map(textWidth))
    batch.forEach((text, index) => {
      all.push({ text, deeds: deeds[index] ?? new Set() })
    })
  }
  return all
}

const misdeeds = (all: readonly Judged[]) =>
  all
    .filter(({ deeds }) => deeds.size > 0)
    .map(({ text, deeds }) => ({ text: JSON.stringify(text), deeds: [...deeds] }))

// An emoji of several code points. A terminal that knows no sequences draws its parts, which takes more cells; which
// kind of terminal this is cannot be known, so the column behind such an emoji is promised for the newer kind only.
const emojiSequence =
  /[\p{Extended_Pictographic}\p{Regional_Indicator}][\u200d\ufe0f\p{Emoji_Modifier}\p{Regional_Indicator}\u{e0020}-\u{e007f}]/u

test('hostile strings only appear, in as many cells as measured', async () => {
  const lines = strings(tries(2_000), 3).flatMap((text) => safeText(text, 'text').split('\n'))
  const safe = strings(tries(20_000), 1).map((text) => safeText(text))
  expect(misdeeds(await judged([...safe, ...lines], 'joins')).slice(0, 5)).toEqual([])
})

test('a terminal without support for emoji sequences measures all other text in the same way', async () => {
  const safe = strings(tries(5_000), 2).map((text) => safeText(text))
  const all = await judged(safe, 'apart')
  const sequences = all.filter(({ text }) => emojiSequence.test(text))
  // The parts of a wider emoji move the guard to the right.
  for (const { deeds } of sequences) for (const deed of ['moved', 'spilled'] as const) deeds.delete(deed)
  expect(misdeeds(all).slice(0, 5)).toEqual([])
  expect(sequences.length).toBeLessThan(all.length / 2)
})

test('the same strings written raw have every effect that safe text prevents', async () => {
  const terminal = new JudgingTerminal(600, 'joins', 8)
  const seen = new Map<string, number>()
  const raw = strings(tries(3_000), 1)
  let harmless = 0
  for (const text of raw) {
    // One at a time, so that a reply or title is attributed to the text that caused it.
    const [deeds = new Set<string>()] = await terminal.judge([text], [textWidth(text)])
    if (deeds.size === 0) harmless += 1
    for (const deed of deeds) seen.set(deed, (seen.get(deed) ?? 0) + 1)
  }
  expect(harmless).toBeLessThan(raw.length / 5)
  for (const deed of ['replied', 'titled', 'rang', 'commanded', 'switched', 'moved', 'spilled', 'styled']) {
    expect(seen.get(deed) ?? 0, deed).toBeGreaterThan(0)
  }
})
