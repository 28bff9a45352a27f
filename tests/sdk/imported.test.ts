import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import { type Attributes, defineFlags } from '../../src/client/sdk/core/define-flags.ts'
import { modulesNeeded } from '../../src/shared/engine/optional-modules.ts'
import type { Condition } from '../../src/shared/schemas/condition.ts'
import { compileConfigCat } from '../../src/shared/vendors/configcat/import/compile.ts'
import { createImportedEvaluator } from '../../src/shared/vendors/importing/imported-evaluator.ts'
import { aDatafile, aFlag } from './wire-server.ts'
import { aClient, aServer, until } from './world.ts'

const half = { p: 50, v: { b: true } }
const imported = compileConfigCat({ f: { rollout: { t: 0, v: { b: false }, p: [half, { p: 50, v: { b: false } }] } } })
const documents = Object.values(imported.flags)
const flags = defineFlags({ rollout: { key: documents[0]?.key ?? '', type: 'boolean', default: false } })
const units = Array.from({ length: 200 }, (_, at) => `user-${at}`)

/** The engine's answers, with the modules that the imported flag needs. */
const wanted = async () => {
  const ask = await createImportedEvaluator(imported, 0)
  return units.map((Identifier) => ask('rollout', { targetingKey: Identifier, Identifier }).value)
}
const answers = (call: (context: Attributes) => boolean) =>
  units.map((Identifier) => call({ targetingKey: Identifier, Identifier }))

describe('a flag imported from elsewhere', () => {
  it('needs parts of the engine that a native one does not', () => {
    expect(modulesNeeded(aDatafile(1, documents)).length).toBeGreaterThan(0)
    expect(modulesNeeded(aDatafile(1, [aFlag('native', true)]))).toEqual([])
  })

  it('is evaluated alike by a client, which loads them, from the stream', async () => {
    const server = await aServer(aDatafile(1, documents))
    const fanion = aClient(server, flags)
    await fanion.ready()
    expect(answers(fanion.flags.rollout)).toEqual(await wanted())
    expect(new Set(await wanted())).toEqual(new Set([true, false]))
  })

  it('is evaluated alike when a patch brings it', async () => {
    const server = await aServer(aDatafile(1, [aFlag('native', true)]))
    const fanion = aClient(server, flags)
    await fanion.ready()
    server.publish(...documents)
    await until(() => fanion.status.revision === 2)
    expect(answers(fanion.flags.rollout)).toEqual(await wanted())
  })

  it('is evaluated alike from a bootstrap, once they are loaded', async () => {
    const server = await aServer()
    await server.stop()
    const fanion = aClient(server, flags, { bootstrap: aDatafile(1, documents) })
    // Until then the client is not ready, instead of wrong.
    expect(fanion.flags.rollout.details({ targetingKey: 'user-1' }).errorCode).toBe('PROVIDER_NOT_READY')
    const expected = await wanted()
    await until(() => isDeepStrictEqual(answers(fanion.flags.rollout), expected))
    expect(fanion.flags.rollout.details({ targetingKey: 'user-1' }).errorCode).toBeNull()
  })
})

describe('a native flag with an operator of any family', () => {
  it('answers from a bootstrap at once', async () => {
    const server = await aServer()
    await server.stop()
    const recent: Condition = { attribute: 'version', operator: 'versionAtLeast', values: ['2.0.0'] }
    const near: Condition = { attribute: 'address', operator: 'inNetwork', values: ['10.0.0.0/8'] }
    const rule = { id: 'r1', when: { all: [recent, near] }, serve: { variant: 'on' } }
    const documents = [aFlag('native', true, { rules: [rule], otherwise: { variant: 'off' } })]
    const native = defineFlags({ native: { type: 'boolean', default: false } })
    const fanion = aClient(server, native, { bootstrap: aDatafile(1, documents) })
    expect(fanion.flags.native({ version: '2.1.0', address: '10.1.2.3' })).toBe(true)
    expect(fanion.flags.native({ version: '1.9.0', address: '10.1.2.3' })).toBe(false)
  })
})
