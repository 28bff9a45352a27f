import type { Duplex } from 'node:stream'

/** Checks a chunk before its reader sees it, and returns why the connection ends. */
export type ChunkCheck = (chunk: Buffer) => Error | undefined

/**
 * Counts the bytes that arrive on the sockets of one connection. A socket is destroyed as soon as the answer to the current
 * question exceeds its limit, or when whatever reads it throws: an exception in a `data` listener would end the process.
 */
export class ByteBudget {
  #total = 0
  #left: number
  #exceeded: () => Error

  constructor(bytes: number, exceeded: () => Error) {
    this.#left = bytes
    this.#exceeded = exceeded
  }

  /** Bytes that arrived so far, over all questions. */
  get total(): number {
    return this.#total
  }

  /** Bytes that may still arrive as the answer to the current question. */
  get left(): number {
    return this.#left
  }

  /** Sets the limit of the next answer. */
  allow(bytes: number, exceeded: () => Error): void {
    this.#left = bytes
    this.#exceeded = exceeded
  }

  /** Counts what arrives on a socket from now on. Listeners never see the chunk that exceeds the limit. */
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
