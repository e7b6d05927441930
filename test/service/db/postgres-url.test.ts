import { expect, test } from 'vitest'
import { isPostgresUrl, parsePostgresUrl, postgresPlace } from '../../../src/service/db/postgres-url.ts'

test('a URL names one or several servers, as in libpq', () => {
  expect(parsePostgresUrl('postgres://qd@a,b:5433,[::1]:5434/acme?sslmode=require')).toEqual({
    database: 'acme',
    servers: [
      { name: 'a', url: 'postgres://qd@a/acme?sslmode=require' },
      { name: 'b:5433', url: 'postgres://qd@b:5433/acme?sslmode=require' },
      { name: '[::1]:5434', url: 'postgres://qd@[::1]:5434/acme?sslmode=require' },
    ],
  })
  expect(parsePostgresUrl('PostgreSQL://10.0.0.1/acme').servers).toEqual([
    { name: '10.0.0.1', url: 'PostgreSQL://10.0.0.1/acme' },
  ])
  expect(parsePostgresUrl('postgres://qd%40corp@%2Frun%2Fpostgresql/acme').servers).toHaveLength(1)
  expect(postgresPlace('postgres://qd@a,b/acme')).toBe('the database acme on a, b')
  expect(postgresPlace('postgres:///acme')).toBe('the database acme on this machine')
  expect(isPostgresUrl('./postgres.db')).toBe(false)
})

const invalid: Record<string, string> = {
  'postgres://qd@a,,b/acme': 'names an empty host',
  'postgres://qd@a,/acme': 'names an empty host',
  'postgres://qd@a:0/acme': 'an invalid host or port',
  'postgres://qd@a:65536/acme': 'an invalid host or port',
  'postgres://qd@a:x/acme': 'an invalid host or port',
  'postgres://qd@::1/acme': 'an invalid host or port',
  'postgres://qd@a b/acme': 'an invalid host or port',
  'postgres://qd@a/acme?host=b,c': 'behind the question mark',
  'postgres://qd@a/acme#x': 'not a valid URL',
}
for (const [url, reason] of Object.entries(invalid))
  test(`${url} is a usage error`, () => {
    expect(() => parsePostgresUrl(url)).toThrow(reason)
    expect(() => parsePostgresUrl(url)).toThrow(/^--data .*\.$/)
  })

/** Passwords with each character that ends a part of a URL. */
const passwords = ['s3cret', '', 's3cret@x', '5/s3cret', '5?s3cret', '5#s3cret', 's3cret:x', 's3cret,x', '%20s3cret']
for (const password of passwords)
  test(`a password such as "${password}" is refused and not printed`, () => {
    for (const url of [`postgres://qd:${password}@a,b/acme`, `postgres://a/acme?password=${password}`]) {
      let message = ''
      try {
        parsePostgresUrl(url)
      } catch (error) {
        message = String(error)
      }
      expect(message).toContain('--data ')
      expect(message).not.toContain('s3cret')
    }
  })
