import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { atFileEnd } from './file-end.ts'

export type Message = { path: string; headers: Record<string, string>; body: string }

/** In place of a status: never responds. */
export const silence = 0

/**
 * A real receiver of webhooks or OpenTelemetry data on loopback, with the messages received and the status to return by
 * path, 200 by default.
 */
export async function aReceiver(): Promise<{ base: string; heard: Message[]; answers: Record<string, number> }> {
  const heard: Message[] = []
  const answers: Record<string, number> = {}
  const server = http.createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString()
    })
    request.on('end', () => {
      const path = request.url ?? ''
      // Node joins the values of these headers into one string.
      heard.push({ path, headers: request.headers as Record<string, string>, body })
      if (answers[path] !== silence) response.writeHead(answers[path] ?? 200).end()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  atFileEnd('servers', () => {
    server.closeAllConnections()
    server.close()
  })
  // A listening TCP server has an address with a port.
  return { base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard, answers }
}
