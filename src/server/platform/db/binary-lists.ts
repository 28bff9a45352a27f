/*
 * Arrays in PostgreSQL's binary protocol. A statement that takes many rows as arrays of their columns neither quotes
 * nor parses text. The driver sends a Buffer unchanged; the statement names the type: `${int4List(…)}::int[]`.
 */

const headBytes = 20

/** Writes the header of a one-dimensional array. PostgreSQL represents an empty array as one with zero dimensions. */
const headed = (into: Buffer, oid: number, length: number, hasNull: boolean): Buffer => {
  into.writeInt32BE(length === 0 ? 0 : 1, 0)
  into.writeInt32BE(hasNull ? 1 : 0, 4)
  into.writeUInt32BE(oid, 8)
  if (length === 0) return into.subarray(0, 12)
  into.writeInt32BE(length, 12)
  into.writeInt32BE(1, 16)
  return into
}

/** Encodes one value of each row as an array. Rows without a value become null. */
export type Column<Value> = <Row>(rows: readonly Row[], valueOf: (row: Row) => Value | null) => Buffer

const listOf =
  <Value>(oid: number, bytes: number, put: (into: Buffer, value: Value, at: number) => void): Column<Value> =>
  (rows, valueOf) => {
    const into = Buffer.allocUnsafe(headBytes + rows.length * (4 + bytes))
    let at = headBytes
    let hasNull = false
    for (const row of rows) {
      const value = valueOf(row)
      at = into.writeInt32BE(value === null ? -1 : bytes, at)
      if (value === null) hasNull = true
      else {
        put(into, value, at)
        at += bytes
      }
    }
    return headed(into.subarray(0, at), oid, rows.length, hasNull)
  }

/** Strings with a type-specific byte prefix. Repeated strings are encoded once. */
const listOfTexts =
  (oid: number, before: readonly number[]): Column<string> =>
  (rows, valueOf) => {
    const written = new Map<string, Buffer>()
    const none = Buffer.from([255, 255, 255, 255])
    const parts: Buffer[] = [Buffer.alloc(headBytes)]
    let hasNull = false
    for (const row of rows) {
      const value = valueOf(row)
      hasNull ||= value === null
      let part = value === null ? none : written.get(value)
      if (value !== null && part === undefined) {
        part = Buffer.alloc(4 + before.length + Buffer.byteLength(value))
        part.writeInt32BE(part.length - 4, 0)
        part.set(before, 4)
        part.write(value, 4 + before.length)
        written.set(value, part)
      }
      if (part !== undefined) parts.push(part)
    }
    return headed(Buffer.concat(parts), oid, rows.length, hasNull)
  }

export const int2List = listOf<number>(21, 2, (into, value, at) => into.writeInt16BE(value, at))
export const int4List = listOf<number>(23, 4, (into, value, at) => into.writeInt32BE(value, at))
export const float8List = listOf<number>(701, 8, (into, value, at) => into.writeDoubleBE(value, at))
/** UUIDs, each as 32 hexadecimal digits without hyphens. */
export const uuidList = listOf<string>(2950, 16, (into, value, at) => into.write(value, at, 16, 'hex'))
/** Text must not contain U+0000 or lone surrogates: PostgreSQL cannot store them. */
export const textList = listOfTexts(25, [])
export const jsonbList = listOfTexts(3802, [1])
