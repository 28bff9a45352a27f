import type { Server } from 'node:http'
import { atFileEnd } from './file-end.ts'

/** Makes a server listen on loopback until the file ends. Returns its port. */
export async function onLoopback(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atFileEnd('servers', () => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('it listens on no port')
  return address.port
}
