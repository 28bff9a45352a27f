import { Unleash } from 'unleash-client'
import { UnleashClient } from 'unleash-proxy-client'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { aWorld, until, type World } from './world.ts'

let world: World
const closing: (() => void)[] = []
beforeAll(async () => {
  world = await aWorld()
  await world.api.flags.create.mutate({
    project: world.project,
    key: 'page',
    name: 'Page',
    onIn: ['development'],
    visibleToClients: true,
  })
})
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** An application with Unleash's SDK. For Fanion it changed only the URL and the key. */
const aProgram = (key: string, more: object = {}) => {
  const sdk = new Unleash({
    url: `${world.url}/unleash/api`,
    appName: 'billing',
    customHeaders: { Authorization: key },
    refreshInterval: 50,
    metricsInterval: 100,
    metricsJitter: 0,
    disableMetrics: false,
    storageProvider: { set: async () => {}, get: async () => undefined },
    ...more,
  })
  const problems: unknown[] = []
  sdk.on('error', (problem) => problems.push(problem))
  sdk.on('warn', () => {})
  closing.push(() => sdk.destroy())
  return { sdk, problems }
}

const features = (headers: Record<string, string>) => fetch(`${world.url}/unleash/api/client/features`, { headers })

describe('unleash-client', () => {
  it('is answered, and follows a publish', async () => {
    await world.turn(true)
    const { sdk } = aProgram(world.serverKey.text)
    await until(() => sdk.isEnabled('checkout', { userId: 'u' }), 'on')
    await world.turn(false)
    await until(() => !sdk.isEnabled('checkout', { userId: 'u' }), 'off')
    expect(sdk.isEnabled('checkout', { userId: 'u' })).toBe(false)
  })

  it.each([
    ['as changes', { experimentalMode: { type: 'polling', format: 'delta' } }],
    ['as a stream', { experimentalMode: { type: 'streaming' } }],
  ])('is answered %s, and follows a publish', async (_, mode) => {
    await world.turn(true)
    const { sdk } = aProgram(world.serverKey.text, mode)
    await until(() => sdk.isEnabled('checkout', { userId: 'u' }), 'on')
    await world.turn(false)
    await until(() => !sdk.isEnabled('checkout', { userId: 'u' }), 'off')
    expect(sdk.isEnabled('checkout', { userId: 'u' })).toBe(false)
  })

  it('is refused with a revoked key', async () => {
    const key = await world.api.keys.create.mutate({ ...world.where, kind: 'server', name: 'Revoked' })
    await world.api.keys.revoke.mutate({ project: world.project, id: key.key.id })
    await until(async () => (await features({ authorization: key.text })).status === 401, 'a refusal')
    const { problems } = aProgram(key.text)
    await until(() => problems.length > 0, 'the SDK says so')
    expect(String(problems[0])).toContain('401')
  })

  it('has what it counted added to the counts of the flag', async () => {
    const { sdk } = aProgram(world.serverKey.text)
    await new Promise((resolve) => sdk.once('synchronized', resolve))
    sdk.isEnabled('checkout', { userId: 'u' })
    const counts = () =>
      world.server.services.db
        .selectFrom('evaluationCount')
        .select(['flag', 'variant', 'count'])
        .where('flag', '=', 'checkout')
        .execute()
    await until(async () => (await counts()).length > 0, 'a count')
    expect((await counts())[0]?.flag).toBe('checkout')
  })
})

describe('GET /unleash/api/client/features', () => {
  it('answers 304 to whoever has the revision, and anew after a publish', async () => {
    const first = await features({ authorization: world.serverKey.text })
    const etag = first.headers.get('etag') ?? ''
    expect(first.status).toBe(200)
    const again = { authorization: `Bearer ${world.serverKey.text}`, 'if-none-match': etag }
    expect((await features(again)).status).toBe(304)
    await world.turn(true)
    await until(async () => (await features(again)).status === 200, 'a new answer')
  })

  it('leaves out what an SDK is too old for', async () => {
    const { project, api } = world
    const variants = [
      { key: 'a', value: 'one' },
      { key: 'b', value: 'two' },
    ]
    await api.flags.create.mutate({
      ...{ project, key: 'newer', name: 'Newer', type: 'string' as const },
      ...{ variants, onIn: ['development'] },
    })
    const names = async (spec: Record<string, string>) => {
      const answer = await features({ ...spec, authorization: world.serverKey.text })
      const { features: listed } = (await answer.json()) as { features: { name: string }[] }
      return listed.map(({ name }) => name)
    }
    await until(async () => (await names({ 'unleash-client-spec': '5.1.0' })).includes('newer'), 'the flag')
    // A flag that is not boolean needs strategy variants.
    expect(await names({})).not.toContain('newer')
    expect(await names({})).toContain('checkout')
  })

  it('gives no rules to a key that pages have', async () => {
    expect((await features({ authorization: world.clientKey.text })).status).toBe(403)
  })
})

describe('unleash-proxy-client', () => {
  it('is answered what its key may see, and no rule', async () => {
    const sdk = new UnleashClient({
      url: `${world.url}/unleash/api/frontend`,
      clientKey: world.clientKey.text,
      appName: 'shop',
      refreshInterval: 1,
      context: { userId: 'u' },
      fetch,
      storageProvider: { save: async () => {}, get: async () => undefined },
    })
    closing.push(() => sdk.stop())
    await world.turn(true)
    await sdk.start()
    await until(() => sdk.isEnabled('page'), 'the page')
    expect(sdk.isEnabled('checkout')).toBe(false)
    const answer = await fetch(`${world.url}/unleash/api/frontend?userId=u`, {
      headers: { authorization: world.clientKey.text },
    })
    const { toggles } = (await answer.json()) as { toggles: object[] }
    expect(toggles.map((toggle) => Object.keys(toggle).sort())).toEqual([
      ['enabled', 'impressionData', 'name', 'variant'],
    ])
  })
})
