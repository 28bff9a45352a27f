import net from 'node:net'
import path from 'node:path'
import { expect, it } from 'vitest'
import { atFileEnd } from '../../../../../tests/support/file-end.ts'
import { aFolder } from '../../../../../tests/support/folder.ts'
import { freePort } from '../../../../../tests/support/free-port.ts'
import { startEmbedded } from './start.ts'

/** Returns a port that another server listens on. */
async function aTakenPort(): Promise<number> {
  const taker = net.createServer()
  await new Promise<void>((done) => taker.listen(0, '127.0.0.1', done))
  atFileEnd('servers', () => new Promise((done) => taker.close(done)))
  // A listening TCP server has an address with a port.
  return (taker.address() as net.AddressInfo).port
}

it('a database of our own takes another port where the one it found was taken meanwhile, and none where it was told one', async () => {
  const home = path.join(await aFolder('embedded'), 'home')
  const [taken, free] = [await aTakenPort(), await freePort()]
  await expect(startEmbedded({ home, fast: true, port: taken })).rejects.toMatchObject({ name: 'PassingStartError' })
  await expect(startEmbedded({ home, fast: true, findPort: async () => taken })).rejects.toMatchObject({
    name: 'PassingStartError',
  })
  const found = [taken, taken, free]
  const cluster = await startEmbedded({ home, fast: true, findPort: async () => found.shift() ?? 0 })
  atFileEnd('servers', () => cluster.stop('immediate'))
  expect([cluster.port, found]).toEqual([free, []])
})
