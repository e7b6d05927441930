import { expect, test } from 'vitest'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { textWidth } from '../../../src/domain/text/width.ts'
import { tries } from '../../helpers/tries.ts'
import { createRandom, hostileString } from '../hostile/strings.ts'
import { type Effects, type EmojiHabit, JudgingTerminal } from '../hostile/terminal.ts'

const strings = (count: number, seed: number): string[] => {
  const random = createRandom(seed)
  return Array.from({ length: count }, () => hostileString(random))
}

type Judged = { text: string; effects: Effects }

const judged = async (texts: readonly string[], habit: EmojiHabit): Promise<Judged[]> => {
  const terminal = new JudgingTerminal(600, habit)
  const all: Judged[] = []
  for (let at = 0; at < texts.length; at += JudgingTerminal.batch) {
    const batch = texts.slice(at, at + JudgingTerminal.batch)
    const effects = await terminal.judge(batch, batch.map(textWidth))
    batch.forEach((text, index) => {
      all.push({ text, effects: effects[index] ?? new Set() })
    })
  }
  return all
}

const unsafeTexts = (all: readonly Judged[]) =>
  all
    .filter(({ effects }) => effects.size > 0)
    .map(({ text, effects }) => ({ text: JSON.stringify(text), effects: [...effects] }))

// An emoji of several code points. A terminal without support for sequences draws its parts, which takes more cells. The
// program cannot detect this, so the column after such an emoji is correct only in terminals with support.
const emojiSequence =
  /[\p{Extended_Pictographic}\p{Regional_Indicator}][\u200d\ufe0f\p{Emoji_Modifier}\p{Regional_Indicator}\u{e0020}-\u{e007f}]/u

test('safe text of hostile strings has no side effects and takes as many cells as measured', async () => {
  const lines = strings(tries(2_000), 3).flatMap((text) => safeText(text, 'text').split('\n'))
  const safe = strings(tries(20_000), 1).map((text) => safeText(text))
  expect(unsafeTexts(await judged([...safe, ...lines], 'joins')).slice(0, 5)).toEqual([])
})

test('a terminal without support for emoji sequences measures all other text in the same way', async () => {
  const safe = strings(tries(5_000), 2).map((text) => safeText(text))
  const all = await judged(safe, 'apart')
  const sequences = all.filter(({ text }) => emojiSequence.test(text))
  // The parts of a wider emoji move the guard to the right.
  for (const { effects } of sequences) for (const effect of ['moved', 'spilled'] as const) effects.delete(effect)
  expect(unsafeTexts(all).slice(0, 5)).toEqual([])
  expect(sequences.length).toBeLessThan(all.length / 2)
})

test('the same strings written raw have every effect that safe text prevents', async () => {
  const terminal = new JudgingTerminal(600, 'joins', 8)
  const seen = new Map<string, number>()
  const raw = strings(tries(3_000), 1)
  let harmless = 0
  for (const text of raw) {
    // One at a time, so that a reply or title is attributed to the text that caused it.
    const [effects = new Set<string>()] = await terminal.judge([text], [textWidth(text)])
    if (effects.size === 0) harmless += 1
    for (const effect of effects) seen.set(effect, (seen.get(effect) ?? 0) + 1)
  }
  expect(harmless).toBeLessThan(raw.length / 5)
  for (const effect of ['replied', 'titled', 'rang', 'commanded', 'switched', 'moved', 'spilled', 'styled']) {
    expect(seen.get(effect) ?? 0, effect).toBeGreaterThan(0)
  }
})
