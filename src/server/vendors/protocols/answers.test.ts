import type { InjectOptions } from 'fastify'
import { beforeAll, describe, expect, it } from 'vitest'
import { aFlag, where } from '../../../../tests/support/builders.ts'
import { client, encoded, server, stateOf, vendorProtocolsApp } from '../../../../tests/support/vendor-protocols-app.ts'

const { app, services, world, get } = vendorProtocolsApp()

describe('answers of Unleash’s frontend', () => {
  const on = (body: string) => JSON.parse(body).toggles.map(({ name }: { name: string }) => name)
  const post = (payload: InjectOptions['payload'], more = {}) =>
    app.inject({ method: 'POST', url: '/unleash/api/frontend', headers: { ...client, ...more }, payload })

  it('are of the context in the address or in the body, with its properties, and of flags that the key may see', async () => {
    const pro = ['beta', 'needs', 'colour'].toSorted()
    for (const query of ['?properties[plan]=pro', '?plan=pro', '?userId=u&properties[plan]=pro'])
      expect(on((await get(`/unleash/api/frontend${query}`, client)).body).toSorted()).toEqual(pro)
    const { toggles } = (await get('/unleash/api/frontend?plan=free', client)).json()
    expect(toggles).toMatchObject([{ name: 'colour', enabled: true, variant: { name: 'blue' }, impressionData: false }])
    expect(on((await get('/unleash/api/frontend?properties=pro', server)).body).toSorted()).toEqual([
      'colour',
      'hidden',
    ])
    for (const body of [{ properties: { plan: 'pro' } }, { context: { plan: 'pro' } }, { plan: 'pro' }])
      expect(on((await post(body)).body).toSorted()).toEqual(pro)
    expect(on((await post({})).body)).toEqual(['colour'])
  })

  it('come for what a page sends as text, and refuse what is none', async () => {
    const text = { 'content-type': 'text/plain' }
    expect(on((await post('{"plan":"pro"}', text)).body)).toContain('beta')
    for (const body of ['{', '[]', '"pro"', '7']) expect((await post(body, text)).statusCode).toBe(400)
  })
})

describe('answers of LaunchDarkly’s client side', () => {
  it('carry value, place, version, and on demand why', async () => {
    const asked = async (context: object, query = '', key = client) => {
      const url = `/launchdarkly/msdk/evalx/contexts/${encoded({ kind: 'user', key: 'u', ...context })}${query}`
      return (await get(url, key)).json()
    }
    const { colour, ...booleans } = await asked({ plan: 'pro' })
    expect(colour).toEqual({ value: 'b', variation: 1, version: 7, flagVersion: 7, trackEvents: false })
    expect(Object.keys(booleans).toSorted()).toEqual(['beta', 'needs', 'never'])
    const reasons = async (context: object, key = client) => {
      const answers = Object.entries<{ reason: object }>(await asked(context, '?withReasons=true', key))
      return Object.fromEntries(answers.map(([flag, { reason }]) => [flag, reason]))
    }
    const both = { colour: { kind: 'FALLTHROUGH' }, never: { kind: 'OFF' } }
    expect(await reasons({ plan: 'pro' })).toEqual({
      ...both,
      beta: { kind: 'RULE_MATCH' },
      needs: { kind: 'FALLTHROUGH' },
    })
    expect(await reasons({ plan: 'free' })).toEqual({
      ...both,
      beta: { kind: 'FALLTHROUGH' },
      needs: { kind: 'PREREQUISITE_FAILED' },
    })
    // A server key can read the rules anyway.
    expect(await reasons({ plan: 'pro' }, server)).toMatchObject({
      beta: { kind: 'RULE_MATCH', ruleIndex: 0, ruleId: 'r1' },
    })
    expect(await reasons({ plan: 'free' }, server)).toMatchObject({
      needs: { kind: 'PREREQUISITE_FAILED', prerequisiteKey: 'beta' },
    })
  })

  it('say of a flag that cannot be read that it is malformed', async () => {
    world.state = stateOf([
      aFlag('broken')
        .rule(where('plan', 'matches', '('), 'on')
        .with({ visibleToClients: true }),
    ])
    const url = `/launchdarkly/msdk/evalx/contexts/${encoded({ kind: 'user', key: 'u', plan: 'pro' })}?withReasons=true`
    expect((await get(url, client)).json()).toMatchObject({
      broken: { value: null, reason: { kind: 'ERROR', errorKind: 'MALFORMED_FLAG' } },
    })
  })
})

describe('a stream of LaunchDarkly’s', () => {
  let address: Promise<string>
  beforeAll(() => {
    address = app.listen({ host: '127.0.0.1', port: 0 })
  })

  it.each([
    [`/launchdarkly/eval/id/${encoded({ kind: 'user', key: 'u' })}`],
    ['/launchdarkly/ping/id'],
    [`/launchdarkly/meval/${encoded({ kind: 'user', key: 'u' })}`],
    ['/launchdarkly/mping'],
  ])('for its client side begins at %s with a ping', async (url) => {
    const leaves = new AbortController()
    const { body } = await fetch(`${await address}${url}`, { headers: client, signal: leaves.signal })
    const { value } = (await body?.getReader().read()) ?? {}
    expect(new TextDecoder().decode(value)).toBe('event: ping\ndata: \n\n')
    expect(services.hub.size).toBe(1)
    leaves.abort()
    await expect.poll(() => services.hub.size).toBe(0)
  })

  it('is for its servers the rules, and names who reads them', async () => {
    const leaves = new AbortController()
    const { body } = await fetch(`${await address}/launchdarkly/all`, { headers: server, signal: leaves.signal })
    const { value } = (await body?.getReader().read()) ?? {}
    expect(new TextDecoder().decode(value)).toMatch(/^event: put\n/)
    expect(services.readers.of('e').map(({ reader: { format } }) => format)).toEqual(['launchdarkly'])
    leaves.abort()
    await expect.poll(() => services.hub.size).toBe(0)
  })
})

describe('answers of GrowthBook’s remote evaluation', () => {
  it('are of the attributes in the body, and refuse what has none', async () => {
    const ask = (payload: string) =>
      app.inject({
        ...{ method: 'POST', url: '/growthbook/api/eval/id', payload },
        headers: { 'content-type': 'application/json' },
      })
    const { features } = (await ask('{"attributes":{"id":"u","plan":"pro"}}')).json()
    expect(features).toMatchObject({ beta: { defaultValue: true }, colour: { defaultValue: 'b' } })
    for (const body of ['null', '"attributes"', '7', '[]', '{}', '{"attributes":7}'])
      expect((await ask(body)).statusCode).toBe(400)
  })
})
