import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { encodingFor } from '../sdk/datafile.ts'

const packed = new WeakMap<Buffer, Partial<Record<'br' | 'gzip', Promise<Buffer>>>>()

const compress = {
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 6 }),
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
}

/** Answers with a document that many ask for: 304 to whoever has it, and packed once, whoever asks. */
export async function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  etag: string,
  make: () => Buffer,
): Promise<FastifyReply> {
  void reply.headers({ etag, 'cache-control': 'private, no-cache', vary: 'accept-encoding, authorization' })
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
  const bytes = make()
  void reply.type('application/json; charset=utf-8')
  const encoding = encodingFor(request.headers['accept-encoding'])
  if (encoding === undefined || bytes.length < 1_024) return reply.send(bytes)
  const known = packed.get(bytes) ?? {}
  packed.set(bytes, known)
  known[encoding] ??= compress[encoding](bytes)
  return reply.header('content-encoding', encoding).send(await known[encoding])
}
