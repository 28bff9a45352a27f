import { existsSync, readFileSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { fillHttpWorld, until } from '../http/world.ts'
import { aFolder } from '../support/folder.ts'
import { startProcess } from '../support/process.ts'
import { anOwner } from '../support/server.ts'

it('a PostgreSQL of our own that is killed is started again, with everything that was acknowledged', async () => {
  const home = await aFolder('embedded')
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
    await until(async () => (await fetch(`${url}/readyz/changes`)).ok, 'readiness again')
  }
  const { rows } = await api.flags.list.query({ project })
  expect(rows.map(({ flag }) => flag.key).sort()).toEqual(['first', 'second'])
  server.kill('SIGTERM')
  expect(await server.exited).toBe(0)
  expect(existsSync(pidFile)).toBe(false)
})

it('a PostgreSQL of our own that does not start yet is tried on, and programs are answered meanwhile', async () => {
  const home = await aFolder('embedded')
  const settings = { FANION_DATA_DIR: home, LOG_LEVEL: 'error' }
  const first = startProcess(settings)
  const { bearer } = await fillHttpWorld({ url: await first.ready })
  const datafile = async (url: string) => {
    const answer = await fetch(`${url}/sdk/v1/datafile`, { headers: bearer })
    return answer.ok ? ((await answer.json()) as { digest: string }).digest : answer.status
  }
  const before = await datafile(await first.ready)
  first.kill('SIGTERM')
  expect(await first.exited).toBe(0)

  const control = path.join(home, 'postgres', 'global', 'pg_control')
  await rename(control, `${control}.away`)
  const second = startProcess(settings)
  const url = await second.ready
  const probes = await Promise.all(['/readyz', '/readyz/changes'].map((probe) => fetch(url + probe)))
  expect([await datafile(url), ...probes.map(({ status }) => status)]).toEqual([before, 200, 503])
  await rename(`${control}.away`, control)
  await until(async () => (await fetch(`${url}/readyz/changes`)).ok, 'readiness')
  expect(await datafile(url)).toBe(before)
  second.kill('SIGTERM')
  expect(await second.exited).toBe(0)
})
