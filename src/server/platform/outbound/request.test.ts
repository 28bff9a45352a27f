import http from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Resolve, request } from './request.ts'

let port: number
const seen: string[] = []
let poured = 0
/** Writes a text repeatedly, up to 64 MiB, until the other side disconnects. */
const pour = (socket: Socket, part: string): void => {
  socket.on('error', () => undefined)
  while (!socket.destroyed && poured < 64 * 2 ** 20) {
    poured += part.length
    if (!socket.write(part)) return void socket.once('drain', () => pour(socket, part))
  }
}
const receiver = http.createServer((incoming, response) => {
  seen.push(incoming.url ?? '')
  if (incoming.url === '/moved') return response.writeHead(302, { location: '/elsewhere' }).end()
  if (incoming.url === '/endless') return void response.write('x'.repeat(2 * 1024 * 1024))
  if (incoming.url === '/silent') return
  // A response that never reaches its status line.
  if (incoming.url === '/hints')
    return pour(incoming.socket, 'HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n'.repeat(1_000))
  if (incoming.url === '/headers') return pour(incoming.socket, `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(60_000)}`)
  if (incoming.url === '/poured') return pour(incoming.socket, `HTTP/1.1 200 OK\r\n\r\n${'y'.repeat(60_000)}`)
  response.end('hello')
})
beforeAll(async () => {
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
  // A listening TCP server has an address with a port.
  port = (receiver.address() as AddressInfo).port
})
afterAll(() => {
  receiver.closeAllConnections()
  receiver.close()
})

const get = (host: string, path = '/', allowPrivate = false, resolver?: Resolve) =>
  request(
    {
      url: `http://${host}:${port}${path}`,
      method: 'GET',
      headers: {},
      timeoutMs: allowPrivate ? 500 : 5_000,
      allowPrivate,
    },
    resolver,
  )

/** A fake name server. Each query gets the next answer. */
const answering = (...answers: string[][]): Resolve => {
  const resolver = (_host: string, _options: unknown, callback: (e: null, a: object[]) => void) => {
    callback(
      null,
      (answers.shift() ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }
  // Safe cast: implements only the overload used here.
  return resolver as unknown as Resolve
}

describe('an outbound request', () => {
  it.each(['127.0.0.1', '[::1]', 'localhost', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]'])(
    'to %s is refused before anything is sent',
    async (host) => {
      seen.length = 0
      await expect(get(host)).rejects.toMatchObject({ reason: 'forbidden' })
      expect(seen).toEqual([])
    },
  )

  it('is refused when any address of the name is private', async () => {
    const mixed = answering(['93.184.216.34', '127.0.0.1'])
    await expect(get('rebind.example', '/', false, mixed)).rejects.toMatchObject({ reason: 'forbidden' })
  })

  it('tells nothing of internal names: one that exists and one that does not are refused in the same words', async () => {
    const missing = ((_host: string, _options: unknown, callback: (error: Error) => void) =>
      callback(Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' }))) as unknown as Resolve
    const answers = [answering(['10.0.0.7']), answering(['93.184.216.34', '::1']), answering([]), missing]
    const refusals = await Promise.all(
      answers.map((resolver) => {
        const asked = { url: 'http://db.internal/', method: 'GET', headers: {}, timeoutMs: 5_000, allowPrivate: false }
        return request(asked, resolver).catch((error: unknown) => error)
      }),
    )
    for (const refusal of refusals)
      expect(refusal).toMatchObject({
        reason: 'forbidden',
        message: 'db.internal has no public address. This server only connects to public ones.',
      })
  })

  it('goes to the address that was checked: the name is asked once', async () => {
    seen.length = 0
    const rebinding = answering(['192.0.2.1'], ['127.0.0.1'])
    await expect(get('rebind.example', '/', false, rebinding)).rejects.toMatchObject({ reason: 'forbidden' })
    expect(seen).toEqual([])
  })

  it('reaches a private address where that is allowed', async () => {
    expect(await get('localhost', '/', true)).toMatchObject({ status: 200, body: 'hello' })
  })

  it('follows no redirection', async () => {
    expect(await get('127.0.0.1', '/moved', true)).toMatchObject({ status: 302 })
    expect(seen).not.toContain('/elsewhere')
  })

  it.each(['/hints', '/headers', '/poured'])('is left at its limit, however the bytes come: %s', async (path) => {
    poured = 0
    await expect(get('127.0.0.1', path, true)).rejects.toMatchObject({ reason: 'failed' })
    expect(poured).toBeLessThan(24 * 2 ** 20)
  })

  it.each(['/silent', '/endless'])('ends where the answer does not: %s', async (path) => {
    await expect(get('127.0.0.1', path, true)).rejects.toMatchObject({ reason: 'failed' })
  })
})
