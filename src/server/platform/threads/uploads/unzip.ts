import { inflateRawSync } from 'node:zlib'
import { Unreadable } from '../../../../shared/vendors/importing/assembly.ts'
import { decodeText } from '../../../../shared/vendors/importing/decode-text.ts'

/** A text file from an archive. */
export type Unzipped = { readonly name: string; readonly text: string }

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const localSignature = 0x04034b50
/** Size of the end record, and the maximum length of the comment after it. */
const [endBytes, longestComment] = [22, 0xffff]

export const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04

const readable = /\.(?:json|ya?ml|toml|csv|txt)$/i
/** Metadata files that file managers add to archives. */
const isBesides = (name: string): boolean => /(?:^|\/)(?:__MACOSX\/|\._|\.DS_Store$)/.test(name)

const endOf = (view: DataView): number | undefined => {
  const lowest = Math.max(0, view.byteLength - endBytes - longestComment)
  for (let at = view.byteLength - endBytes; at >= lowest; at -= 1) {
    if (view.getUint32(at, true) === endSignature) return at
  }
  return undefined
}

/**
 * Unpacks the files of a zip archive that may be exports, up to `most` bytes in total. Throws `Unreadable` if it is
 * damaged, encrypted or larger.
 */
export const unzip = (archive: string, bytes: Uint8Array, most: number): Unzipped[] => {
  const damaged = (cause?: unknown) =>
    new Unreadable(`${archive} is a zip archive that cannot be read: it was cut short or changed on the way.`, {
      cause,
    })
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const files: Unzipped[] = []
  let left = most
  try {
    const end = endOf(view)
    if (end === undefined) throw damaged()
    const count = view.getUint16(end + 10, true)
    let at = view.getUint32(end + 16, true)
    if (count === 0xffff || at === 0xffff_ffff) {
      throw new Unreadable(
        `${archive} is a zip archive of the large kind. Make one of fewer files, or send them as they are.`,
      )
    }
    for (let i = 0; i < count; i += 1) {
      if (view.getUint32(at, true) !== entrySignature) throw damaged()
      const [flags, method, packed] = [
        view.getUint16(at + 8, true),
        view.getUint16(at + 10, true),
        view.getUint32(at + 20, true),
      ]
      const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((field) => view.getUint16(at + field, true))
      const local = view.getUint32(at + 42, true)
      const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + (nameBytes ?? 0)))
      at += 46 + (nameBytes ?? 0) + (extraBytes ?? 0) + (commentBytes ?? 0)
      if (!readable.test(name) || isBesides(name)) continue
      if ((flags & 1) === 1) throw new Unreadable(`${name} in ${archive} is encrypted. Send it as it is.`)
      if (view.getUint32(local, true) !== localSignature) throw damaged()
      const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
      const content = inflated(bytes.subarray(start, start + packed), method, left)
      if (content === undefined)
        throw new Unreadable(`${name} in ${archive} is packed in a way that is not read. Send it as it is.`)
      left -= content.byteLength
      files.push({ name, text: decodeText(content) })
    }
  } catch (error) {
    if (error instanceof Unreadable) throw error
    if (isTooLarge(error)) {
      const size = `${Math.floor(most / 1024 / 1024)} MiB`
      throw new Unreadable(`${archive} is larger than ${size} when it is unpacked. Send fewer files.`, { cause: error })
    }
    throw damaged(error)
  }
  return files
}

/** Returns the stored or inflated content. Undefined for other compression methods. */
const inflated = (content: Uint8Array, method: number, most: number): Uint8Array | undefined => {
  if (method === 8) return inflateRawSync(content, { maxOutputLength: Math.max(1, most) })
  if (method !== 0) return undefined
  if (content.byteLength > most) throw new RangeError('too large')
  return content
}

const isTooLarge = (error: unknown): boolean =>
  error instanceof Error &&
  (error.message === 'too large' || ('code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'))
