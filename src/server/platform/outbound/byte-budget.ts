import type { Duplex } from 'node:stream'

/** Checks a chunk before its reader gets it. Returns an error to end the connection. */
export type ChunkCheck = (chunk: Buffer) => Error | undefined

/**
 * Counts the bytes that arrive on the sockets of one connection. Destroys a socket as soon as the response to the
 * current query exceeds its limit, or if its reader throws: an exception in a `data` listener would end the process.
 */
export class ByteBudget {
  #total = 0
  #left: number
  #exceeded: () => Error

  constructor(bytes: number, exceeded: () => Error) {
    this.#left = bytes
    this.#exceeded = exceeded
  }

  /** Bytes received so far, over all queries. */
  get total(): number {
    return this.#total
  }

  /** Bytes that may still arrive for the current query. */
  get left(): number {
    return this.#left
  }

  /** Sets the limit of the next response. */
  allow(bytes: number, exceeded: () => Error): void {
    this.#left = bytes
    this.#exceeded = exceeded
  }

  /** Counts the bytes on a socket from now on. Listeners never get the chunk that exceeds the limit. */
  guard<Socket extends Duplex>(socket: Socket, check?: ChunkCheck): Socket {
    const emit = socket.emit.bind(socket)
    socket.emit = (event: string | symbol, ...values: unknown[]): boolean => {
      const [chunk] = values
      if (event !== 'data' || !Buffer.isBuffer(chunk)) return emit(event, ...values)
      if (socket.destroyed) return false
      this.#total += chunk.length
      this.#left -= chunk.length
      const problem = this.#left < 0 ? this.#exceeded() : check?.(chunk)
      if (problem !== undefined) {
        socket.destroy(problem)
        return false
      }
      try {
        return emit(event, ...values)
      } catch (error) {
        socket.destroy(error instanceof Error ? error : new Error(String(error)))
        return false
      }
    }
    return socket
  }
}
