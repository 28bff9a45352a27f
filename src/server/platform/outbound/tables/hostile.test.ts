import { createServer as createHttpServer, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { openClickhouse } from './clickhouse.ts'
import { openPostgresql } from './postgresql.ts'
import { answerLimits, TableError, type TableSource } from './table-source.ts'

const mebibyte = 2 ** 20
/** The limit of a response, plus what the kernel's buffers on both sides may hold. */
const mostSent = answerLimits.bytes + 24 * mebibyte
const servers: Server[] = []
const sockets = new Set<Socket>()
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await Promise.all(servers.splice(0).map((server) => new Promise((done) => server.close(done))))
})
const listen = async (server: Server) => {
  servers.push(server)
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  // Safe cast: a listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo
  return { host: '127.0.0.1', port, database: 'd', user: 'u', password: 'p', tls: 'off', allowPrivate: true } as const
}
/** Writes a part repeatedly, up to 256 MiB, until the other side disconnects. Reports the bytes sent. */
const pour = (
  socket: { write(part: Buffer): boolean; once(event: 'drain', then: () => void): unknown },
  part: Buffer,
) => {
  const poured = { bytes: 0 }
  const more = () => {
    while (poured.bytes < 256 * mebibyte) {
      poured.bytes += part.length
      if (!socket.write(part)) return void socket.once('drain', more)
    }
  }
  more()
  return poured
}

const message = (type: string, body: Buffer, length = body.length + 4) => {
  const header = Buffer.alloc(5)
  header.write(type)
  header.writeUInt32BE(length, 1)
  return Buffer.concat([header, body])
}
const ready = message('Z', Buffer.from('I'))
const empty = Buffer.alloc(0)
const int16 = (value: number) => Buffer.from([value >> 8, value & 255])
const authenticated = message('R', Buffer.alloc(4))
const times = (count: number, part: Buffer) => Buffer.concat(Array.from({ length: count }, () => part))

/** Messages that a database never sends, or never in such numbers. */
const attacks: readonly [string, first: Buffer, endless: Buffer | undefined][] = [
  ['a row of 2 GiB', message('D', empty, 2 ** 31), Buffer.alloc(65_536)],
  ['a row just below the limit, which does not end', message('D', empty, 7 * mebibyte), undefined],
  ['rows without end', empty, times(5_000, message('D', int16(0)))],
  ['notices without end', empty, times(5_000, message('N', Buffer.from('Mhello\0\0')))],
  ['parameters without end', empty, times(5_000, message('S', Buffer.from('a\0b\0')))],
  ['an error whose field does not end', message('E', Buffer.from('Mhello')), undefined],
  ['an error of nothing', message('E', empty), undefined],
  ['an error whose last field is the end', message('E', Buffer.from('Mhello\0')), undefined],
  ['a row that claims more fields than it has', message('D', int16(32_767)), undefined],
  ['a row of less than no fields', message('D', int16(65_535)), undefined],
  ['columns that are not there', message('T', int16(32_767)), undefined],
  ['a message of a length below its own', message('D', empty, 3), undefined],
  ['a message of no known type', message('q', empty), undefined],
  ['a way to sign in that is not known', message('R', Buffer.from([0, 0, 0, 99])), undefined],
  ['a copy out of order', message('G', Buffer.from([0, 0, 0])), undefined],
  ['what is no PostgreSQL', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'), Buffer.alloc(65_536, 'x')],
]

/** A server that behaves like PostgreSQL until query number `at`, and then attacks. */
const fakePostgresql = (at: number, first: Buffer, endless: Buffer | undefined) => {
  const poured = { bytes: 0 }
  const server = createServer((socket) => {
    let questions = 0
    const attack = () => {
      socket.write(first)
      if (endless) Object.defineProperty(poured, 'bytes', { get: () => sent.bytes })
      const sent = endless ? pour(socket, endless) : poured
    }
    socket.on('data', (chunk) => {
      if (questions++ === at) return attack()
      if (questions === 1) socket.write(Buffer.concat([authenticated, ready]))
      // Simple and extended queries both get a response without rows.
      else if (chunk[0] === 'Q'.charCodeAt(0)) socket.write(Buffer.concat([message('C', Buffer.from('OK\0')), ready]))
      else
        socket.write(
          Buffer.concat([
            message('1', empty),
            message('2', empty),
            message('n', empty),
            message('C', Buffer.from('OK\0')),
            ready,
          ]),
        )
    })
  })
  return { server, poured }
}

const bomb = gzipSync(Buffer.alloc(16 * mebibyte, 'x'))
const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : '')
const noInternalError = /Cannot read|undefined|not a function|not iterable|ERR_|out of range|Unexpected token|JSON/i

describe('a server in place of PostgreSQL', () => {
  // 0: sign-in; 1, 2: start of a transaction; 3, 4: the privileges
  const questions = [0, 1, 2, 3, 4]
  const table = attacks.flatMap(([name, first, endless]) => questions.map((at) => ({ name, first, endless, at })))
  it.each(table)('is left at its limit: $name to question $at', async ({ at, first, endless }) => {
    const { server, poured } = fakePostgresql(at, first, endless)
    const connection = await listen(server)
    let source: TableSource | undefined
    const error: unknown = await (async () => {
      source = await openPostgresql(connection, 150)
      return await source.mayWrite(5)
    })().catch((found: unknown) => found)
    await source?.close()
    expect(error).toMatchObject({ name: 'TableError' })
    expect((error as Error).message).not.toMatch(noInternalError)
    expect((error as Error).message.length).toBeLessThan(1_100)
    expect(poured.bytes).toBeLessThan(mostSent)
    expect(source?.bytes() ?? 0).toBeLessThan(answerLimits.bytes + mebibyte)
  })

  const rowOf = (text: string) => {
    const length = Buffer.alloc(4)
    length.writeInt32BE(text.length)
    return message('D', Buffer.concat([int16(1), length, Buffer.from(text)]))
  }
  const column = message(
    'T',
    Buffer.concat([int16(1), Buffer.from('a\0'), Buffer.alloc(6), Buffer.from([0, 0, 0, 25]), Buffer.alloc(8)]),
  )
  const span = { from: new Date(0), to: new Date(1) }
  const query = 'select at from orders where at >= {{from}} and at < {{to}}'
  it.each<[string, (source: TableSource) => Promise<unknown>, number]>([
    ['an estimate', (source) => source.estimate(query, span), 3],
    ['first rows', (source) => source.first(query, span, { atOnce: 20, bytesAtOnce: mebibyte }), 4],
    ['rows', (source) => source.read(query, span, { rows: 100, ms: 400, atOnce: 20, bytesAtOnce: mebibyte }).next(), 4],
  ])('has every answer of %s counted', async (_, act, at) => {
    for (const [first, endless] of [
      [column, rowOf('x'.repeat(1_000))],
      [column, rowOf('null')],
      [Buffer.concat([column, rowOf('null'), message('C', Buffer.from('OK\0')), ready]), undefined],
      [Buffer.concat([column, rowOf('[{"Plan":1}]'), message('C', Buffer.from('OK\0')), ready]), undefined],
      [message('D', empty, 2 ** 31), Buffer.alloc(65_536)],
    ] as const) {
      const { server, poured } = fakePostgresql(at, first, endless)
      const source = await openPostgresql(await listen(server), 150)
      const error: unknown = await act(source).catch((found: unknown) => found)
      await source.close()
      expect(wordsOf(error)).not.toMatch(noInternalError)
      expect(endless === undefined || error instanceof TableError).toBe(true)
      expect(poured.bytes).toBeLessThan(mostSent)
      expect(source.bytes()).toBeLessThan(answerLimits.bytes + mebibyte)
    }
  })
})

describe('a server in place of ClickHouse', () => {
  const started = '["name"]\n["String"]\n'
  const level = `${started}["2"]\n`
  const answers: readonly [string, (response: ServerResponse) => { bytes: number } | undefined][] = [
    ['a line that does not end', (response) => pour(response, Buffer.alloc(65_536, 'x'))],
    ['rows without end', (response) => (response.write(started), pour(response, Buffer.from('["x"]\n'.repeat(5_000))))],
    [
      'an error that does not end',
      (response) => (response.writeHead(500), pour(response, Buffer.from('Code: 1 DB::Exception: '.repeat(1_000)))),
    ],
    [
      'a compressed answer',
      (response) => {
        response.writeHead(200, { 'content-encoding': 'gzip' })
        return void response.end(bomb)
      },
    ],
    [
      'a compressed error',
      (response) => {
        response.writeHead(500, { 'content-encoding': 'gzip' })
        return void response.end(bomb)
      },
    ],
    ['what is not JSON', (response) => void response.end('[\n]\n')],
    ['JSON of another shape', (response) => void response.end('["a"]\nnull\n{}\n')],
    ['an error without words', (response) => void response.writeHead(500).end()],
  ]
  // 0: the user's readonly level; 1: the query after it
  const acts: readonly [string, at: number, (source: TableSource) => Promise<unknown>][] = [
    ['the level of its user', 0, async () => undefined],
    ['rights', 1, (source) => source.mayWrite(5)],
    ['an estimate', 1, (source) => source.estimate(query, span)],
    ['first rows', 1, (source) => source.first(query, span, { atOnce: 20, bytesAtOnce: mebibyte })],
    [
      'rows',
      1,
      async (source) => {
        for await (const rows of source.read(query, span, {
          rows: 10_000,
          ms: 2_000,
          atOnce: 20_000,
          bytesAtOnce: mebibyte,
        }))
          if (rows.rows.length > 10_000) return
      },
    ],
  ]
  const span = { from: new Date(0), to: new Date(1) }
  const query = 'select at from orders where at >= {{from}} and at < {{to}}'
  const table = answers.flatMap(([name, answer]) => acts.map(([act, at, run]) => ({ name, answer, act, at, run })))
  it.each(table)('is left at its limit: $name to $act', async ({ name, answer, at, run, act }) => {
    let questions = 0
    let poured: { bytes: number } | undefined
    const server = createHttpServer((_request, response) => {
      response.on('error', () => undefined)
      if (questions++ === at) poured = answer(response)
      else response.end(act === 'rights' ? level.replace('2', '0') : level)
    })
    const connection = await listen(server)
    let source: TableSource | undefined
    const error: unknown = await (async () => {
      source = await openClickhouse(connection, 2_000)
      return await run(source)
    })().catch((found: unknown) => found)
    await source?.close()
    // Endless rows are read up to the requested number.
    expect((name === 'rows without end' && act !== 'rows') || error instanceof TableError).toBe(true)
    expect(wordsOf(error)).not.toMatch(noInternalError)
    expect(wordsOf(error).length).toBeLessThan(1_100)
    expect(poured?.bytes ?? 0).toBeLessThan(mostSent)
    expect(source?.bytes() ?? 0).toBeLessThan(answerLimits.bytes + 2 * mebibyte)
  })
})
