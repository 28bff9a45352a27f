import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { until } from '../http/world.ts'
import { startProcess } from '../support/process.ts'
import { anOwner } from '../support/server.ts'

it('a PostgreSQL of our own that is killed is started again, with everything that was acknowledged', {
  timeout: 120_000,
}, async () => {
  const home = await mkdtemp(path.join(os.tmpdir(), 'fanion-embedded-'))
  onTestFinished(() => rm(home, { recursive: true, force: true }))
  const server = startProcess({ FANION_DATA_DIR: home, LOG_LEVEL: 'error' })
  const url = await server.ready
  const pidFile = path.join(home, 'postgres', 'postmaster.pid')
  const pidOf = () => (existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8').split('\n')[0]) : 0)
  const { api, project } = await anOwner(url)

  for (const key of ['first', 'second']) {
    await api.flags.create.mutate({ project, key, name: key })
    const killed = pidOf()
    process.kill(killed, 'SIGKILL')
    await until(() => ![0, killed].includes(pidOf()), 'another PostgreSQL')
    await until(async () => (await fetch(`${url}/readyz`)).ok, 'readiness again')
  }
  const { rows } = await api.flags.list.query({ project })
  expect(rows.map(({ flag }) => flag.key).sort()).toEqual(['first', 'second'])
  server.kill('SIGTERM')
  expect(await server.exited).toBe(0)
  expect(existsSync(pidFile)).toBe(false)
})
