import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { boundedText } from './bounded-text.ts'

const mebibyte = 2 ** 20
let sent = 0
const server = createServer((request, response) => {
  response.on('error', () => undefined)
  if (request.url === '/compressed') {
    response.setHeader('content-encoding', 'gzip')
    return response.end(gzipSync(Buffer.alloc(16 * mebibyte, 'x')))
  }
  if (request.url === '/words') return response.end('héllo')
  const more = () => {
    while (sent < 256 * mebibyte) {
      sent += 65_536
      if (!response.write(Buffer.alloc(65_536))) return void response.once('drain', more)
    }
  }
  return more()
})
let url = ''
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  // A listening TCP server always has an address with a port.
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

it('is read whole below the limit', async () => {
  expect(await boundedText(await fetch(`${url}/words`), 6)).toBe('héllo')
  await expect(boundedText(await fetch(`${url}/words`), 5)).rejects.toThrow('more than 0 MiB')
})

it('is left at the limit, compressed or not', async () => {
  await expect(boundedText(await fetch(`${url}/compressed`), mebibyte)).rejects.toThrow('more than 1 MiB')
  await expect(boundedText(await fetch(`${url}/endless`), mebibyte)).rejects.toThrow('more than 1 MiB')
  // The server had already sent what fits into the kernel's buffers.
  expect(sent).toBeLessThan(24 * mebibyte)
})
