import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Limits the number of open connections. A new connection over the limit replaces the one that has been idle longest,
 * or is closed if all are in use.
 */
export function limitConnections(server: Server, most: number): void {
  // Ordered by when they became idle.
  const silent = new Set<Socket>()
  let open = 0
  server.on('connection', (socket) => {
    open++
    silent.add(socket)
    socket.once('close', () => {
      open--
      silent.delete(socket)
    })
    if (open <= most) return
    const [longest] = silent
    longest?.destroy()
    if (longest) silent.delete(longest)
  })
  server.on('request', ({ socket }, response) => {
    silent.delete(socket)
    response.once('close', () => {
      if (!socket.destroyed) silent.add(socket)
    })
  })
}
