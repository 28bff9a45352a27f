import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createFanion, defineFlags } from '../../src/client/sdk/node/index.ts'
import { testDatabase } from '../support/database.ts'
import { aFolder } from '../support/folder.ts'
import { freePort } from '../support/free-port.ts'
import { anNginx, nginxPath } from '../support/nginx.ts'
import { built, type ServerProcess, startProcess } from '../support/process.ts'
import { load } from './load.ts'
import { fillHttpWorld, until } from './world.ts'

const flags = defineFlags({ checkout: { type: 'boolean', default: false } })
const context = { targetingKey: 'user-1' }

let databaseUrl: string
beforeAll(async () => {
  databaseUrl = (await testDatabase(1)).url
})

describe('three servers on one PostgreSQL behind the nginx of the guide', () => {
  it.skipIf(!nginxPath)(
    `restart one after the other under load, and nobody feels it${nginxPath ? '' : ' (there is no nginx here)'}`,
    async () => {
      const folder = await aFolder('rolling')
      const start = (port: number): ServerProcess =>
        startProcess(
          {
            PORT: String(port),
            DATABASE_URL: databaseUrl,
            DATABASE_POOL: '5',
            FANION_DATA_DIR: folder,
            FANION_SECRET: 'the same on every server of an installation',
            FANION_TRUST_PROXY: '1',
            FANION_METRICS_TOKEN: 'of-prometheus',
            FANION_DRAIN_SECONDS: '1',
            FANION_REQUESTS_PER_MINUTE: '0',
            LOG_LEVEL: 'error',
          },
          built,
        )
      const ports = [await freePort(), await freePort(), await freePort()] as const
      const servers = ports.map(start)
      for (const server of servers) await server.ready
      const url = await anNginx(ports)
      const { turn, serverKey, bearer } = await fillHttpWorld({ url })

      const programs = Array.from({ length: 6 }, () =>
        createFanion({ url, key: serverKey.text, flags, telemetry: false }),
      )
      onTestFinished(async () => void (await Promise.all(programs.map((program) => program.close()))))
      for (const program of programs) expect(await program.ready({ timeoutMs: 30_000 })).toMatchObject({ ready: true })

      let on = false
      let revision = 0
      const publishing = load(async () => {
        revision = await turn(on)
        on = !on
      })
      const evaluating = ['', '/checkout', '/checkout'].map((flag) =>
        load(async () => {
          const response = await fetch(`${url}/ofrep/v1/evaluate/flags${flag}`, {
            method: 'POST',
            headers: { ...bearer, 'content-type': 'application/json' },
            body: JSON.stringify({ context }),
          })
          const text = await response.text()
          if (response.status !== 200) throw new Error(`OFREP answered ${response.status}: ${text}`)
        }),
      )
      const reading = load(async () => {
        const response = await fetch(`${url}/sdk/v1/datafile`, { headers: bearer })
        await response.text()
        if (response.status !== 200) throw new Error(`the datafile was answered with ${response.status}`)
      })

      for (const [at, server] of servers.entries()) {
        const own = await server.ready
        server.kill('SIGTERM')
        await until(async () => (await fetch(`${own}/readyz`)).status === 503, 'readiness withdrawn')
        expect((await fetch(`${own}/healthz`)).status).toBe(200)
        expect(await server.exited).toBe(0)
        const next = start(ports[at] ?? 0)
        await next.ready
        const served = async () =>
          (
            await (await fetch(`${own}/metrics`, { headers: { authorization: 'Bearer of-prometheus' } })).text()
          ).includes('{route="/ofrep/')
        await until(served, 'the server takes part again')
      }

      const done = await Promise.all([publishing(), ...evaluating.map((stop) => stop()), reading()])
      expect(done.flatMap(({ failures }) => failures)).toEqual([])
      expect(Math.min(...done.map(({ times }) => times))).toBeGreaterThan(10)
      await until(() => programs.every((program) => program.status.revision === revision), 'all programs converge')
      expect(programs.map((program) => program.flags.checkout(context))).toEqual(programs.map(() => !on))
    },
  )
})
