import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type Certificate = { key: Buffer; cert: Buffer }
/** `authority`: the file of the one that has signed all but those that are signed by themselves or by a stranger. */
export type Certificates = Record<
  'right' | 'selfSigned' | 'stranger' | 'otherName' | 'expired' | 'notYet',
  Certificate
> & {
  authority: string
}

/** Certificates of localhost, made in a folder with openssl; undefined where there is none. */
export const makeCertificates = (folder: string): Certificates | undefined => {
  const path = (name: string): string => join(folder, name)
  const openssl = (...words: string[]): boolean =>
    spawnSync('openssl', words, { cwd: folder, stdio: 'ignore' }).status === 0
  writeFileSync(path('index.txt'), '')
  writeFileSync(
    path('ca.cnf'),
    ['[ca]', 'default_ca=own', '[own]', 'database=index.txt', 'new_certs_dir=.', 'rand_serial=yes', 'default_md=sha256']
      .concat(['unique_subject=no', 'policy=any', 'copy_extensions=copy', '[any]', 'commonName=supplied', ''])
      .join('\n'),
  )
  const named = (name: string) => ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`]
  const newKey = (name: string) => [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-keyout',
    `${name}.key`,
  ]
  const signs = (name: string, subject: string) =>
    openssl('req', '-x509', ...newKey(name), '-days', '30', '-out', `${name}.crt`, ...named(subject))
  const signed = (name: string, subject: string, by: string, ...days: string[]) =>
    openssl('req', ...newKey(name), '-out', `${name}.csr`, ...named(subject)) &&
    openssl(
      ...['ca', '-batch', '-config', 'ca.cnf', '-cert', `${by}.crt`, '-keyfile', `${by}.key`],
      ...['-in', `${name}.csr`, '-out', `${name}.crt`, '-notext', ...days],
    )
  const isMade =
    signs('authority', 'an authority') &&
    signs('other', 'another authority') &&
    signs('selfSigned', 'localhost') &&
    signed('right', 'localhost', 'authority', '-days', '30') &&
    signed('stranger', 'localhost', 'other', '-days', '30') &&
    signed('otherName', 'elsewhere.example', 'authority', '-days', '30') &&
    signed('expired', 'localhost', 'authority', '-startdate', '200101000000Z', '-enddate', '210101000000Z') &&
    signed('notYet', 'localhost', 'authority', '-startdate', '20900101000000Z', '-enddate', '20910101000000Z')
  if (!isMade) return undefined
  const read = (name: string): Certificate => ({
    key: readFileSync(path(`${name}.key`)),
    cert: readFileSync(path(`${name}.crt`)),
  })
  return {
    authority: path('authority.crt'),
    right: read('right'),
    selfSigned: read('selfSigned'),
    stranger: read('stranger'),
    otherName: read('otherName'),
    expired: read('expired'),
    notYet: read('notYet'),
  }
}
