import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Holds so many connections at most: for one more, that which has asked for nothing for longest makes room, and where each
 * is being answered the new one ends.
 */
export function makeRoom(server: Server, most: number): void {
  // in the order in which they fell silent
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
