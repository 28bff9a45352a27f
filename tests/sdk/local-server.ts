import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A real HTTP server on its own port, which it keeps after a stop and start. */
export abstract class LocalServer {
  #server: Server | null = null
  #port = 0

  protected abstract answer(request: IncomingMessage, response: ServerResponse): Promise<void>

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  /** Starts to listen. After a `stop`, on the same port again. */
  async start(): Promise<this> {
    const server = createServer((request, response) => void this.answer(request, response))
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve))
    // A listening TCP server has an address with a port.
    this.#port = (server.address() as AddressInfo).port
    this.#server = server
    return this
  }

  /** Stops like a kill: every connection is cut. */
  async stop(): Promise<void> {
    const server = this.#server
    this.#server = null
    if (server === null) return
    await new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  }
}
