import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { createFanion, defineFlags } from '../../src/client/sdk/node/index.ts'
import type { FlagDocument } from '../../src/shared/schemas/flag.ts'
import { testDatabase } from '../support/database.ts'
import { type ServerProcess, startProcess } from '../support/process.ts'
import { aBrowser, anOwner } from '../support/server.ts'

/** More for a long run: `FANION_CHAOS_KILLS=1000 npx vitest run --project db tests/chaos/client`. */
const kills = Number(process.env['FANION_CHAOS_KILLS'] ?? 5)
const flags = defineFlags({ step: { type: 'number', default: -1 } })

it(`a program that evaluates 10 000 times a second feels nothing of ${kills} kills of its server`, {
  timeout: kills * 20_000 + 60_000,
}, async () => {
  const { url: databaseUrl } = await testDatabase(1)
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'fanion-chaos-'))
  afterAll(() => rm(dataDir, { recursive: true, force: true }))
  // A program finds its server again where it was: the first start chooses the port, the others keep it.
  const start = (port = '0') =>
    startProcess({ DATABASE_URL: databaseUrl, FANION_DATA_DIR: dataDir, LOG_LEVEL: 'error', PORT: port })
  let server: ServerProcess = start()
  const url = await server.ready
  const owner = await anOwner(url)
  const where = { project: owner.project, environment: 'development' }
  const variants = [{ key: 'on', value: 0 }]
  await owner.api.flags.create.mutate({
    project: owner.project,
    key: 'step',
    name: 'Step',
    type: 'number',
    variants,
    onIn: ['development'],
  })
  const key = (await owner.api.keys.create.mutate({ ...where, kind: 'server', name: 'program' })).text

  /** What each revision serves, written down before it is published: a kill may hide whether it was. */
  const published = new Set<number>([0])
  const publish = async (value: number): Promise<number> => {
    const { api } = aBrowser(url, owner.cookie())
    const head = (await api.flags.get.query({ project: owner.project, flag: 'step' })).heads['development']
    if (head === undefined) throw new Error('the flag is gone')
    const document: FlagDocument = { ...head.document, variants: { on: value } }
    published.add(value)
    const entries = [{ kind: 'flag' as const, key: 'step', document }]
    return (await api.revisions.publish.mutate({ ...where, base: head.revision, entries })).number
  }

  const fanion = createFanion({ url, key, flags, telemetry: false })
  afterAll(fanion.close)
  await fanion.ready({ timeoutMs: 30_000 })
  const wrong: unknown[] = []
  let evaluations = 0
  let running = true
  const evaluating = (async () => {
    while (running) {
      for (let call = 0; call < 100; call += 1) {
        const details = fanion.flags.step.details({ targetingKey: `user-${call}` })
        evaluations += 1
        if (!published.has(details.value) || details.errorCode !== null) wrong.push(details)
      }
      await sleep(10)
    }
  })()

  const lags: number[] = []
  for (let kill = 1; kill <= kills; kill += 1) {
    await publish(kill * 2)
    server.kill('SIGKILL')
    await server.exited
    server = start(new URL(url).port)
    await server.ready
    const back = performance.now()
    const revision = await publish(kill * 2 + 1)
    await expect.poll(() => fanion.status.revision, { timeout: 60_000, interval: 5 }).toBe(revision)
    lags.push(performance.now() - back)
  }
  running = false
  await evaluating
  console.log(`${kills} kills, ${evaluations} evaluations; caught up after at most ${Math.round(Math.max(...lags))} ms`)
  server.kill('SIGTERM')
  expect(await server.exited).toBe(0)
  expect(wrong).toEqual([])
})
