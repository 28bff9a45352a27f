import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, it } from 'vitest'
import { ClickHouseRefusal, connect } from './connect.ts'
import { problemWith } from './tables.ts'

const mebibyte = 2 ** 20
/** The limit of a response, plus what the kernel's buffers on both sides may hold. */
const mostSent = (64 + 24) * mebibyte

const closing: (() => Promise<unknown>)[] = []
afterEach(() => Promise.all(closing.splice(0).map((close) => close())))

/** A server that sends the same response to every ClickHouse query. */
async function aFake(answer: (response: ServerResponse) => void) {
  const server = createServer((request, response) => {
    request.resume()
    response.on('error', () => undefined)
    request.on('end', () => answer(response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Safe cast: a listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo
  const clickhouse = connect(`clickhouse://u:p@127.0.0.1:${port}/d`)
  closing.push(async () => {
    await clickhouse.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return clickhouse
}

/** Writes a part repeatedly, up to 256 MiB, until the other side disconnects. */
const pour = (response: ServerResponse, part: Buffer) => {
  const poured = { bytes: 0 }
  const more = () => {
    while (poured.bytes < 256 * mebibyte) {
      poured.bytes += part.length
      if (!response.write(part)) return void response.once('drain', more)
    }
    response.end()
  }
  more()
  return poured
}

const endless: readonly [string, { status?: number; headers?: Record<string, string>; part: Buffer }][] = [
  ['rows', { part: Buffer.from('{"version":"25.8"}\n'.repeat(4_000)) }],
  ['a line', { part: Buffer.alloc(65_536, 'x') }],
  ['an error', { status: 500, part: Buffer.alloc(65_536, 'Code: 1. DB::Exception: ') }],
  ['an error of a proxy', { status: 502, part: Buffer.alloc(65_536, ' (') }],
]

it.each(endless)(
  '%s without end: the answer is refused, and the connection ends',
  async (_, { status = 200, part }) => {
    for (const act of ['ask', 'command', 'insert'] as const) {
      let poured = { bytes: 0 }
      const clickhouse = await aFake((response) => {
        response.writeHead(status)
        poured = pour(response, part)
      })
      const acts = {
        ask: () => clickhouse.ask('select 1'),
        command: () => clickhouse.command('select 1'),
        insert: () => clickhouse.insert('track', [{ a: 1 }]),
      }
      await expect(acts[act]()).rejects.toThrow(Error)
      expect(poured.bytes).toBeLessThan(mostSent)
    }
  },
)

it('a compressed body, which was not asked for, is not unpacked', async () => {
  const bomb = gzipSync(Buffer.alloc(64 * mebibyte, '{"a":1}\n'))
  const clickhouse = await aFake((response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb))
  for (const asked of [clickhouse.ask('select 1'), clickhouse.command('select 1')])
    await expect(asked).rejects.toMatchObject({ code: '08006' })
})

it('an error of ClickHouse is its own, also among rows; one of a proxy is an answer that is missing', async () => {
  const words = 'Code: 60. DB::Exception: Unknown table. (UNKNOWN_TABLE) (version 25.8.1)\nstack'
  const refuses = await aFake((response) => response.writeHead(404).end(words))
  await expect(refuses.ask('select 1')).rejects.toMatchObject({ errorCode: 60 })
  await expect(refuses.command('select 1')).rejects.toBeInstanceOf(ClickHouseRefusal)
  const late = await aFake((response) => response.end(`{"n":1}\n${words}`))
  await expect(late.ask('select 1')).rejects.toMatchObject({ errorCode: 60 })
  const proxy = await aFake((response) => response.writeHead(503).end('<html>'))
  await expect(proxy.insert('track', [{ a: 1 }])).rejects.toMatchObject({ code: '08006' })
})

it('a wrong password is a problem of the settings, and another error is not', async () => {
  const answering = (text: string) => aFake((response) => response.writeHead(403).end(text))
  const wrong = await answering('Code: 516. DB::Exception: u: Authentication failed. (AUTHENTICATION_FAILED)')
  expect(await problemWith(wrong)).toContain('ClickHouse refuses what FANION_MEASURE_URL has')
  await expect(problemWith(await answering('Code: 202. DB::Exception: Too many queries.'))).rejects.toThrow('Too many')
  const other = await aFake((response) => response.end('{"version":"21.3.1"}\n'))
  expect(await problemWith(other)).toContain('ClickHouse there is 21.3.1')
})
