import http, { type ServerResponse } from 'node:http'

/**
 * Baseline of the stream figures: `node:http` that keeps event streams open and writes each posted body to all of them.
 * Prints its port.
 */
const streams = new Set<ServerResponse>()
const server = http.createServer((request, response) => {
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('event: datafile\nid: 0\ndata: {}\n\n')
    streams.add(response)
    response.once('close', () => streams.delete(response))
    return
  }
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const bytes = Buffer.concat(chunks)
    for (const stream of streams) stream.write(bytes)
    const { user, system } = process.cpuUsage()
    response.end(JSON.stringify({ rss: process.memoryUsage.rss(), cpuMs: (user + system) / 1_000 }))
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(typeof address === 'object' && address ? address.port : '')
})
process.on('SIGTERM', () => process.exit(0))
