import http from 'node:http'

/**
 * Baseline of the HTTP figures: `node:http` that answers every request with 200 bytes. Prints its port, and serves its
 * CPU time at /metrics.
 */
const body = JSON.stringify({ text: 'x'.repeat(189) })
const server = http.createServer((request, response) => {
  request.resume()
  if (request.url === '/metrics') {
    const { user, system } = process.cpuUsage()
    response.end(`process_cpu_seconds_total ${(user + system) / 1e6}\n`)
    return
  }
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(typeof address === 'object' && address ? address.port : '')
})
process.on('SIGTERM', () => process.exit(0))
