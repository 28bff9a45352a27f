import type { ChunkCheck } from '../byte-budget.ts'
import { unexpectedAnswer } from './table-source.ts'

/** Types of the messages that a PostgreSQL server sends, except those of COPY (protocol 3.0, "Message Formats"). */
const messageTypes = new Set(Array.from('RKSZTDCEN123nsItA').map((letter) => letter.charCodeAt(0)))

const headerBytes = 5

/** Limits of the current response. The check counts `rows` down. */
export type FrameLimits = {
  rows: number
  readonly bytes: () => number
  readonly tooMuch: () => Error
}

/**
 * Checks messages before the driver parses them. The driver buffers a message of any announced length, loops forever on an error
 * or notice whose last field has no end, and keeps one object per row.
 */
export function checkFrames(limits: FrameLimits): ChunkCheck {
  const header = Buffer.alloc(headerBytes)
  let headerLength = 0
  let bodyLeft = 0
  /** Parts of an error or notice. Other messages are not buffered. */
  let parts: Buffer[] | undefined

  return (chunk) => {
    let at = 0
    while (at < chunk.length) {
      if (headerLength < headerBytes) {
        const taken = chunk.copy(header, headerLength, at, at + headerBytes - headerLength)
        headerLength += taken
        at += taken
        if (headerLength < headerBytes) return undefined
        const [type = 0] = header
        bodyLeft = header.readUInt32BE(1) - 4
        if (bodyLeft < 0 || !messageTypes.has(type)) return notPostgresql()
        if (type === dataRow) limits.rows -= 1
        if (limits.rows < 0 || bodyLeft - (chunk.length - at) > limits.bytes()) return limits.tooMuch()
        parts = type === error || type === notice ? [] : undefined
      }
      const body = chunk.subarray(at, at + bodyLeft)
      at += body.length
      bodyLeft -= body.length
      parts?.push(body)
      if (bodyLeft > 0) return undefined
      if (parts !== undefined && !isFieldList(Buffer.concat(parts))) return notPostgresql()
      headerLength = 0
    }
    return undefined
  }
}

const dataRow = 'D'.charCodeAt(0)
const error = 'E'.charCodeAt(0)
const notice = 'N'.charCodeAt(0)

/** Whether a body is a list of fields, each one byte and a null-terminated text, followed by a zero byte. */
function isFieldList(body: Buffer): boolean {
  let at = 0
  while (at < body.length) {
    if (body[at] === 0) return true
    const end = body.indexOf(0, at + 1)
    if (end < 0) return false
    at = end + 1
  }
  return false
}

/** The error for a message that the protocol does not have here. */
const notPostgresql = () => unexpectedAnswer('PostgreSQL')
