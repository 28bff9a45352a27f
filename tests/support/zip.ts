import { deflateRawSync } from 'node:zlib'

export type Zipped = { readonly name: string; readonly text: string; readonly packed: boolean }

/** Creates a zip archive like file managers do. */
export const zipOf = (files: readonly Zipped[], comment = ''): Buffer => {
  const locals: Buffer[] = []
  const entries: Buffer[] = []
  let offset = 0
  for (const { name, text, packed } of files) {
    const [label, plain] = [Buffer.from(name), Buffer.from(text)]
    const content = packed ? deflateRawSync(plain) : plain
    // Common fields of both headers: version, flags (names in UTF-8), method, time, date, checksum (not verified),
    // sizes
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0)
    shared.writeUInt16LE(0x800, 2)
    shared.writeUInt16LE(packed ? 8 : 0, 4)
    shared.writeUInt32LE(content.byteLength, 14)
    shared.writeUInt32LE(plain.byteLength, 18)
    shared.writeUInt16LE(label.byteLength, 22)
    const local = Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), shared, label, content])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    entries.push(Buffer.concat([Buffer.from([0x50, 0x4b, 1, 2, 20, 0]), shared, rest, label]))
    locals.push(local)
    offset += local.byteLength
  }
  const central = Buffer.concat(entries)
  const words = Buffer.from(comment)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(central.byteLength, 12)
  end.writeUInt32LE(offset, 16)
  end.writeUInt16LE(words.byteLength, 20)
  return Buffer.concat([...locals, central, end, words])
}
