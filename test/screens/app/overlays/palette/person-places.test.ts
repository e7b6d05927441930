import { expect, test } from 'vitest'
import { personPlaces, revisionPlaces } from '../../../../../screens/app/overlays/palette/data-places.ts'
import { MAX_LISTED, type PaletteContext } from '../../../../../screens/app/overlays/palette/place.ts'
import { toCreditDays } from '../../../../../src/domain/usage/credit-days.ts'

const range = { from: '2026-11-07', to: '2026-11-20' }
const creditsOn = (date: string, ids: readonly string[]) =>
  toCreditDays([{ date, by_user: ids.map((id) => ({ user_id: id, user_email: `${id}@x`, billable_tokens: 1 })) }])
const world = (shown: readonly string[], earlier: readonly string[] = [], salt?: string): PaletteContext =>
  ({
    range,
    salt,
    read: (_name: string, { range: requested }: { range: typeof range }) =>
      requested.from === range.from ? creditsOn('2026-11-08', shown) : creditsOn('2026-11-01', earlier),
  }) as unknown as PaletteContext

const many = Array.from({ length: 200 }, (_, at) => `xchen${at}`)

test('of many equally good matches only MAX_LISTED are found, and all better ones', () => {
  const fits = personPlaces.find('chen', world([...many, 'a.chen', 'chen'])).map(({ id, fit }) => `${id} ${fit}`)
  expect(fits).toHaveLength(MAX_LISTED + 2)
  expect(fits.slice(0, 2)).toEqual(['person:xchen0 inside', 'person:xchen1 inside'])
  expect(fits.slice(-2)).toEqual(['person:a.chen word', 'person:chen whole'])
})

test('a user with credits only before the range has the day last seen, and no user is found twice', () => {
  const found = personPlaces.find('chen', world(['a.chen'], ['a.chen', 'b.chen']))
  expect(found.map(({ id, detail }) => [id, detail])).toEqual([
    ['person:a.chen', undefined],
    ['person:b.chen', 'last seen 01 Nov Sun'],
  ])
})

test('with pseudonyms neither e-mails nor ids are found', () => {
  const hidden = world(['chen'], [], 'salt')
  expect(personPlaces.find('chen', hidden)).toEqual([])
  const [found] = personPlaces.find('person', hidden)
  expect(found?.text).toMatch(/^Person \w{5}-\w{5}$/)
})

test('a revision is found by the start of its number, and best by the whole number', () => {
  const read = () => [{ revision: 41 }, { revision: 7 }, { revision: 418 }]
  const found = revisionPlaces.find('rev 41', { read } as never)
  expect(found.map(({ id, fit }) => `${id} ${fit}`)).toEqual(['revision:418 word', 'revision:41 whole'])
})
