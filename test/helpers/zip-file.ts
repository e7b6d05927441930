import { crc32, deflateRawSync } from 'node:zlib'

/** A file of an archive. */
export type ZipMember = {
  name: string
  content?: string | Buffer
  isStored?: boolean
  /** Wrong values for its entry in the directory. */
  says?: { name?: string; sizeBytes?: number; crc32?: number; method?: number; flags?: number; offset?: number }
  /** The Unix mode: `0o120777` is a link. */
  mode?: number
}

/** The archive in ZIP64 form, for archives over 4 GiB: a second, 64-bit end record has the real values. */
export const zip64File = (members: readonly ZipMember[]): Buffer => {
  const plain = zipFile(members)
  const end = Buffer.from(plain.subarray(-22))
  const body = plain.subarray(0, -22)
  const record = Buffer.alloc(56)
  record.writeUInt32LE(0x06064b50, 0)
  record.writeBigUInt64LE(44n, 4)
  record.writeUInt16LE(45, 12)
  record.writeUInt16LE(45, 14)
  for (const at of [24, 32]) record.writeBigUInt64LE(BigInt(members.length), at)
  record.writeBigUInt64LE(BigInt(end.readUInt32LE(12)), 40)
  record.writeBigUInt64LE(BigInt(end.readUInt32LE(16)), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(body.length), 8)
  locator.writeUInt32LE(1, 16)
  end.fill(0xff, 8, 20)
  return Buffer.concat([body, record, locator, end])
}

/** An archive of these files, in this order. `says` has wrong values for its end record. */
export const zipFile = (members: readonly ZipMember[], says: { count?: number; comment?: string } = {}): Buffer => {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content = '', isStored = false, says = {}, mode = 0o100644 } of members) {
    const bytes = Buffer.from(content)
    const data = isStored ? bytes : deflateRawSync(bytes)
    const header = (own: Buffer, fields: typeof says) => {
      const common = Buffer.alloc(26)
      common.writeUInt16LE(20, 0)
      common.writeUInt16LE(fields.flags ?? 0x800, 2)
      common.writeUInt16LE(fields.method ?? (isStored ? 0 : 8), 4)
      common.writeUInt32LE(fields.crc32 ?? crc32(bytes), 10)
      common.writeUInt32LE(data.length, 14)
      common.writeUInt32LE(fields.sizeBytes ?? bytes.length, 18)
      common.writeUInt16LE(own.length, 22)
      return common
    }
    const own = Buffer.from(name)
    const listedName = Buffer.from(says.name ?? name)
    const method = says.method === undefined ? {} : { method: says.method }
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), header(own, method), own, data])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE((mode << 16) >>> 0, 6)
    rest.writeUInt32LE(says.offset ?? offset, 10)
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x14\x03', 'latin1'), header(listedName, says), rest, listedName]),
    )
    parts.push(local)
    offset += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(says.count ?? members.length, 4)
  end.writeUInt16LE(says.count ?? members.length, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(offset, 12)
  const comment = Buffer.from(says.comment ?? '')
  end.writeUInt16LE(comment.length, 16)
  return Buffer.concat([...parts, central, Buffer.from('PK\x05\x06', 'latin1'), end, comment])
}
