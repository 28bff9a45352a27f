import type { Readable } from 'node:stream'

const newline = 0x0a

/** Bytes that may still arrive before the reader resets them. */
type LineLimit = { left: number; readonly exceeded: () => Error }

/** Yields the lines of a stream. Throws if more bytes than the limit arrive, even without a complete line. */
export async function* readLines(stream: Readable, limit: LineLimit): AsyncGenerator<string> {
  let parts: Buffer[] = []
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    limit.left -= chunk.length
    if (limit.left < 0) throw limit.exceeded()
    let from = 0
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
      parts.push(chunk.subarray(from, end))
      from = end + 1
      const line = Buffer.concat(parts).toString()
      parts = []
      // ClickHouse surrounds an error in the middle of a response with empty lines.
      if (line.trim() !== '') yield line
    }
    parts.push(chunk.subarray(from))
  }
  const line = Buffer.concat(parts).toString()
  if (line.trim() !== '') yield line
}
