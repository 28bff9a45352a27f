import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'gzip' | 'br'

const packed = new WeakMap<Buffer, Partial<Record<Encoding, Buffer | Promise<Buffer>>>>()

const compress = {
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 6 }),
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
}

/** Compresses bytes once for all clients. */
export function compressAs(bytes: Buffer, encoding: Encoding): Buffer | Promise<Buffer> {
  const known = packed.get(bytes) ?? {}
  packed.set(bytes, known)
  const found = known[encoding]
  if (found !== undefined) return found
  const making = compress[encoding](bytes)
  known[encoding] = making
  making.then(
    (body) => (known[encoding] = body),
    () => delete known[encoding],
  )
  return making
}

/** Chooses a supported content encoding, or undefined if the client accepts none. */
export const encodingFor = (accepts: string | string[] | undefined): Encoding | undefined => {
  if (accepts === undefined) return undefined
  const text = String(accepts)
  if (/\bbr\b(?!\s*;\s*q=0(?![.\d]))/.test(text)) return 'br'
  return /\bgzip\b(?!\s*;\s*q=0(?![.\d]))/.test(text) ? 'gzip' : undefined
}
