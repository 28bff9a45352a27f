import net from 'node:net'

export type Load = { host: string; port: number; request: string; connections: number; durationMs: number }
export type LoadResult = { perSecond: number; requests: number; failures: number; p50Ms: number; p99Ms: number }

/**
 * Sends the same HTTP/1.1 request over keep-alive connections, one at a time on each, and counts complete responses.
 * Uses raw sockets, so that on a small machine the generator needs less CPU than the server. Responses have a
 * Content-Length or chunks.
 */
export async function load({ host, port, request, connections, durationMs }: Load): Promise<LoadResult> {
  const times: number[] = []
  let failures = 0
  const until = performance.now() + durationMs
  const bytes = Buffer.from(request)
  await Promise.all(Array.from({ length: connections }, () => connection()))
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
  const perSecond = Math.round((times.length / durationMs) * 1_000)
  return { perSecond, requests: times.length, failures, p50Ms: at(0.5), p99Ms: at(0.99) }

  function connection(): Promise<void> {
    return new Promise((resolve, reject) => {
      let got = ''
      let sentAt = 0
      const socket = net.connect(port, host, send)
      socket.setNoDelay(true)
      socket.setEncoding('latin1')
      socket.on('error', reject)
      socket.on('data', (chunk: string) => {
        got += chunk
        const end = got.indexOf('\r\n\r\n')
        if (end < 0) return
        const head = got.slice(0, end + 2)
        const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1])
        if (/\r\ntransfer-encoding: chunked\r\n/i.test(head)) {
          if (!got.endsWith('\r\n0\r\n\r\n')) return
        } else if (Number.isNaN(length)) {
          return reject(new Error(`an answer of unknown length: ${got.slice(0, 200)}`))
        } else if (got.length < end + 4 + length) return
        if (!/^HTTP\/1\.1 200/.test(got)) failures++
        times.push(performance.now() - sentAt)
        got = ''
        if (performance.now() < until) send()
        else socket.end(resolve)
      })
      function send() {
        sentAt = performance.now()
        socket.write(bytes)
      }
    })
  }
}
