import { OpenFeature, ProviderEvents } from '@openfeature/server-sdk'
import { afterEach, describe, expect, it } from 'vitest'
import { defineFlags } from '../../src/client/sdk/core/define-flags.ts'
import { fanionProvider } from '../../src/client/sdk/openfeature/index.ts'
import { absence, readText } from '../conformance/vectors.ts'
import { scenariosOf } from './gherkin.ts'
import { playScenario } from './openfeature-steps.ts'
import { aDatafile, aFlag } from './wire-server.ts'
import { aClient, aServer, until } from './world.ts'

afterEach(() => OpenFeature.clearProviders())

/** Optional features of the suite that Fanion's flags do not have. */
const cannot: Readonly<Record<string, string>> = {
  '@reason-codes-cached': 'a program evaluates each call in its own memory: no answer is a cached one',
  'Flag metadata in evaluation details': 'a Fanion flag carries no metadata',
  'Returns metadata': 'a Fanion flag carries no metadata',
}
const reasonNotTo = (tags: readonly string[], name: string) =>
  [...tags, name].map((mark) => cannot[mark]).find((why) => why !== undefined)

const files = ['evaluation_v2', 'hooks', 'metadata', 'contextMerging'].map((name) => `openfeature/raw/${name}.feature`)
const absent = files.map(absence).find((why) => why !== undefined)
const all = absent === undefined ? files.flatMap((file) => scenariosOf(readText(file))) : []
const playable = all.filter(({ tags, name }) => reasonNotTo(tags, name) === undefined)

describe("OpenFeature's suite", () => {
  it.skipIf(absent !== undefined)(
    `is played but for what no Fanion flag can say${absent ? `; there is ${absent}` : ''}`,
    () => {
      expect(all.filter((scenario) => !playable.includes(scenario)).map(({ name }) => name)).toEqual([
        'Flag metadata in evaluation details',
        'CACHED reason (boolean-flag, Boolean, false)',
        'CACHED reason (string-flag, String, bye)',
        'Returns metadata',
      ])
    },
  )

  it.each(all.filter((scenario) => !playable.includes(scenario)))('$name: still cannot be said', async (scenario) => {
    await expect(playScenario(scenario)).rejects.toMatchObject({ code: 'ERR_ASSERTION' })
  })

  it.each(playable)('$name', async (scenario) => {
    expect((await playScenario(scenario))?.metadata).toEqual({ name: 'fanion' })
  })
})

describe('the OpenFeature provider', () => {
  it('tells of changes, of the server going away, and of its return', async () => {
    const server = await aServer(aDatafile(1, [aFlag('checkout', true)]))
    const fanion = aClient(server, defineFlags({}))
    await OpenFeature.setProviderAndWait(fanionProvider(fanion))
    const client = OpenFeature.getClient()
    const heard: unknown[] = []
    client.addHandler(ProviderEvents.ConfigurationChanged, (event) => heard.push(event?.flagsChanged))
    server.publish(aFlag('checkout', false))
    await until(() => heard.length === 1)
    expect(heard).toEqual([['checkout']])
    expect(await client.getBooleanValue('checkout', true)).toBe(false)
    await server.stop()
    await until(() => client.providerStatus === 'STALE')
    await server.start()
    await until(() => client.providerStatus === 'READY')
  })

  it('is stale, not in error, where there is a bootstrap to evaluate and no server', async () => {
    const server = await aServer()
    await server.stop()
    const fanion = aClient(server, defineFlags({}), { bootstrap: aDatafile(1, [aFlag('checkout', true)]) })
    await OpenFeature.setProviderAndWait(fanionProvider(fanion))
    const client = OpenFeature.getClient()
    await until(() => client.providerStatus === 'STALE')
    expect(await client.getBooleanValue('checkout', false)).toBe(true)
  })

  it('closes its client with OpenFeature', async () => {
    const fanion = aClient(await aServer(), defineFlags({}))
    await OpenFeature.setProviderAndWait(fanionProvider(fanion))
    await OpenFeature.close()
    expect(fanion.status.state).toBe('closed')
  })
})
