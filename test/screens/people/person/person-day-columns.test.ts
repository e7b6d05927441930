import { expect, test } from 'vitest'
import { personColumns, placedAround } from '../../../../screens/people/person/person-day-columns.ts'

test('the day and the chosen column stand in every window, and no column twice', () => {
  for (let width = 30; width <= 240; width += 7) {
    for (let chosen = 0; chosen < personColumns.length; chosen++) {
      const placed = placedAround(chosen, width)
      const ids = placed.map(({ column }) => column.id)
      expect(ids[0]).toBe('date')
      expect(new Set(ids).size).toBe(ids.length)
      const cells = placed.reduce((sum, { width: own }) => sum + own, 0) + 2 * (placed.length - 1)
      if (width >= 36) {
        expect([width, chosen, ids.includes(personColumns[chosen]?.id ?? '')]).toEqual([width, chosen, true])
        expect(cells).toBeLessThanOrEqual(width)
      }
    }
  }
})
