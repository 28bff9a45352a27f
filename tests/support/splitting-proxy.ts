import { readFileSync } from 'node:fs'
import net from 'node:net'
import { setImmediate, setTimeout as wait } from 'node:timers/promises'
import tls from 'node:tls'
import { atFileEnd } from './file-end.ts'

type Options = {
  /** Size of the next packet for the client, given the remaining bytes of a response. */
  readonly nextSize: (left: number) => number
  /** PEM files of a certificate: clients connect over TLS, as to a pooler that terminates it. */
  readonly certificate?: { readonly key: string; readonly cert: string }
}

/**
 * Starts a proxy that forwards to PostgreSQL and splits its responses into packets of given sizes, each sent in its own
 * turn of the event loop. Returns the URL through it. Ends with the file.
 */
export async function splittingProxy(databaseUrl: string, { nextSize, certificate }: Options): Promise<string> {
  const target = new URL(databaseUrl)
  const sockets = new Set<net.Socket>()
  const connect = (client: net.Socket) => {
    const server = net.connect(Number(target.port), target.hostname)
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => undefined)
    }
    client.pipe(server)
    void passInPackets(server, client, nextSize)
    client.on('close', () => server.destroy())
  }
  const proxy = net.createServer((socket) => {
    socket.on('error', () => undefined)
    if (!certificate) return connect(socket)
    // PostgreSQL clients request TLS with a message of 8 bytes, which is answered with an S.
    socket.once('data', () => {
      socket.write('S')
      const context = { key: readFileSync(certificate.key), cert: readFileSync(certificate.cert) }
      const secure = new tls.TLSSocket(socket, { isServer: true, secureContext: tls.createSecureContext(context) })
      connect(secure)
    })
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  atFileEnd('servers', () => {
    for (const socket of sockets) socket.destroy()
    proxy.close()
  })
  const { port } = proxy.address() as net.AddressInfo
  const through = new URL(databaseUrl)
  through.host = `127.0.0.1:${port}`
  if (certificate) {
    through.searchParams.set('sslmode', 'verify-full')
    through.searchParams.set('sslrootcert', certificate.cert)
  }
  return through.href
}

async function passInPackets(from: net.Socket, to: net.Socket, nextSize: (left: number) => number): Promise<void> {
  try {
    for await (const chunk of from as AsyncIterable<Buffer>) {
      for (let at = 0; at < chunk.length; ) {
        const size = nextSize(chunk.length - at)
        const hasRoom = to.write(chunk.subarray(at, at + size))
        at += size
        if (!hasRoom) await new Promise((resolve) => to.once('drain', resolve).once('close', resolve))
        // The end of a response arrives late, after the client has processed the rest.
        else await (size > 1 && at < chunk.length && chunk.length - at <= 24 ? wait(25) : setImmediate())
      }
    }
  } catch {
    // If one side breaks, the other is closed.
  }
  to.end()
}
