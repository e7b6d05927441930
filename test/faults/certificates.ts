import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const LOCALHOST = '/CN=localhost'
/** The issuer, subject and validity of each certificate. */
const signed = {
  valid: ['authority', LOCALHOST, '-days', '30'],
  stranger: ['other', LOCALHOST, '-days', '30'],
  otherName: ['authority', '/CN=elsewhere.example', '-days', '30'],
  expired: ['authority', LOCALHOST, '-startdate', '200101000000Z', '-enddate', '210101000000Z'],
  notYet: ['authority', LOCALHOST, '-startdate', '20900101000000Z', '-enddate', '20910101000000Z'],
} as const

const CONFIG = `[ca]
default_ca=own
[own]
database=index.txt
new_certs_dir=.
rand_serial=yes
default_md=sha256
unique_subject=no
policy=any
copy_extensions=copy
[any]
commonName=supplied
`

export type CertificateName = keyof typeof signed | 'selfSigned'
/** `authority`: the file of the trusted authority. */
export type Certificates = { authority: string; read: (name: CertificateName) => { key: Buffer; cert: Buffer } }

/** Creates certificates in a folder with openssl; undefined if openssl is missing. */
export const makeCertificates = (folder: string): Certificates | undefined => {
  const openssl = (...words: string[]) => execFileSync('openssl', words, { cwd: folder, stdio: 'ignore' })
  const request = (name: string, subject: string, ...more: string[]) => {
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', `${name}.key`]
    const host = ['-subj', subject, '-addext', `subjectAltName=DNS:${subject.slice('/CN='.length)}`]
    openssl('req', ...key, ...host, ...more)
  }
  writeFileSync(join(folder, 'index.txt'), '')
  writeFileSync(join(folder, 'ca.cnf'), CONFIG)
  try {
    for (const [name, subject] of Object.entries({ authority: '/CN=one', other: '/CN=another', selfSigned: LOCALHOST }))
      request(name, subject, '-x509', '-days', '30', '-out', `${name}.crt`)
    for (const [name, [by, subject, ...validity]] of Object.entries(signed)) {
      request(name, subject, '-out', `${name}.csr`)
      const files = ['-cert', `${by}.crt`, '-keyfile', `${by}.key`, '-in', `${name}.csr`, '-out', `${name}.crt`]
      openssl('ca', '-batch', '-config', 'ca.cnf', '-notext', ...files, ...validity)
    }
  } catch {
    return undefined
  }
  const read = (name: CertificateName) => ({
    key: readFileSync(join(folder, `${name}.key`)),
    cert: readFileSync(join(folder, `${name}.crt`)),
  })
  return { authority: join(folder, 'authority.crt'), read }
}
