import { describe, expect, it } from 'vitest'
import { defineFlags } from '../../src/client/sdk/core/define-flags.ts'
import { aDatafile, aFlag } from './wire-server.ts'
import { aClient, aServer, until } from './world.ts'

const kills = 100
const flags = defineFlags({ step: { type: 'number', default: -1 } })
const aStep = (value: number) => aFlag('step', true, { type: 'number', variants: { on: value }, offVariant: null })

describe(`a server that is killed ${kills} times under a program that never stops evaluating`, () => {
  it('never makes it throw, or give a value that no revision has, and always gets it back', async () => {
    // Revision n serves the number n, so a value identifies its revision.
    const server = await aServer(aDatafile(1, [aStep(1)]))
    const fanion = aClient(server, flags)
    await fanion.ready()
    let evaluations = 0
    const wrong: unknown[] = []
    let last = 0
    let running = true
    const evaluating = (async () => {
      while (running) {
        for (let call = 0; call < 100; call += 1) {
          const { value, revision, errorCode } = fanion.flags.step.details({ targetingKey: `user-${call}` })
          evaluations += 1
          if (value !== revision || errorCode !== null || value < last) wrong.push({ value, revision, errorCode, last })
          last = value
        }
        await new Promise((resolve) => setImmediate(resolve))
      }
    })()
    for (let kill = 0; kill < kills; kill += 1) {
      server.publish(aStep(server.datafile.revision + 1))
      await server.stop()
      server.publish(aStep(server.datafile.revision + 1))
      await server.start()
      await until(() => fanion.flags.step() === server.datafile.revision)
    }
    running = false
    await evaluating
    expect(wrong).toEqual([])
    expect(fanion.status).toMatchObject({ state: 'ready', revision: 1 + 2 * kills })
    expect(evaluations).toBeGreaterThan(kills * 100)
  })
})
