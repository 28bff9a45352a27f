import net from 'node:net'
import { atFileEnd } from './file-end.ts'

/** A proxied connection to a database that can be cut and restored. */
export type SeverableProxy = {
  readonly url: string
  readonly cut: () => Promise<void>
  readonly mend: () => Promise<void>
}

/** Starts a proxy in front of a database. While it is cut, connections are rejected. Ends with the file. */
export async function startSeverableProxy(databaseUrl: string): Promise<SeverableProxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<net.Socket>()
  const accept = (client: net.Socket) => {
    const server = net.connect(Number(target.port), target.hostname)
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(one)
      one.on('error', () => undefined)
      one.on('close', () => other.destroy())
      one.pipe(other)
    }
  }
  let proxy = net.createServer(accept)
  const listen = (port: number) => new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = proxy.address() as net.AddressInfo
  const cut = async () => {
    const closed = new Promise((resolve) => proxy.close(resolve))
    for (const socket of sockets) socket.destroy()
    sockets.clear()
    await closed
  }
  const mend = async () => {
    proxy = net.createServer(accept)
    await listen(port)
  }
  atFileEnd('servers', () => (proxy.listening ? cut() : undefined))
  return { url: Object.assign(new URL(databaseUrl), { host: `127.0.0.1:${port}` }).href, cut, mend }
}
