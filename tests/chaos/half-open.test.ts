import net from 'node:net'
import { expect, it, onTestFinished, vi } from 'vitest'
import { readConfig } from '../../src/server/config.ts'
import { startServer } from '../../src/server/server.ts'
import { fillHttpWorld, until } from '../http/world.ts'
import { testDatabase } from '../support/database.ts'
import { aFolder } from '../support/folder.ts'
import { openStream } from '../support/stream.ts'

it('serves programs and says so while the connections to PostgreSQL are open but dead', async () => {
  const { url } = await testDatabase(1)
  const wire = await aWire(new URL(url))
  const home = await aFolder('half-open')
  const config = readConfig({ PORT: '0', FANION_DATA_DIR: home, LOG_LEVEL: 'silent' })
  const server = await startServer(config, Object.assign(new URL(url), { host: wire.host }).href)
  onTestFinished(() => server.close())
  const world = await fillHttpWorld(server)
  const get = (address: string) => fetch(`${server.url}${address}`, { headers: world.bearer })
  const evaluate = () =>
    fetch(`${server.url}/ofrep/v1/evaluate/flags/checkout`, { method: 'POST', headers: world.bearer })
  const stream = await openStream(`${server.url}/sdk/v1/stream`, world.bearer)
  await stream.next()
  const before = [await (await get('/sdk/v1/datafile')).text(), await (await evaluate()).text()]

  wire.freeze()
  // Longer than a key is cached.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  onTestFinished(() => void vi.useRealTimers())
  expect([await (await get('/sdk/v1/datafile')).text(), await (await evaluate()).text()]).toEqual(before)
  expect((await get('/healthz')).status).toBe(200)
  expect((await get('/readyz')).status).toBe(200)
  expect((await get('/readyz/changes')).status).toBe(503)

  wire.thaw()
  await until(async () => (await get('/readyz/changes')).ok, 'changes again')
  const revision = await world.turn(false)
  const heard = await stream.next()
  expect([heard?.event, heard?.id]).toEqual(['patch', String(revision)])
  stream.close()
})

/** A connection to PostgreSQL that can stop forwarding without closing, as when a firewall drops its state. */
async function aWire(to: URL) {
  const pairs: { near: net.Socket; far: net.Socket }[] = []
  let frozen = false
  const carry = ({ near, far }: (typeof pairs)[number]) => near.pipe(far).pipe(near)
  const server = net.createServer((near) => {
    const far = net.connect(Number(to.port), to.hostname)
    const pair = { near, far }
    for (const socket of [near, far]) socket.on('error', () => undefined)
    near.once('close', () => far.destroy())
    far.once('close', () => near.destroy())
    pairs.push(pair)
    if (!frozen) carry(pair)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const { near } of pairs) near.destroy()
    server.close()
  })
  const address = server.address()
  return {
    host: `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    freeze: () => {
      frozen = true
      for (const { near, far } of pairs) {
        near.unpipe(far).pause()
        far.unpipe(near).pause()
      }
    },
    thaw: () => {
      frozen = false
      pairs.forEach(carry)
    },
  }
}
