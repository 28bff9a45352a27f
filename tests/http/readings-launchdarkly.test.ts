import { init } from '@launchdarkly/node-server-sdk'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { aWorld, until, type World } from './world.ts'

let world: World
const closing: (() => void)[] = []
beforeAll(async () => {
  world = await aWorld()
})
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

const silent = { error: () => {}, warn: () => {}, info: () => {}, debug: () => {} }
const user = { kind: 'user', key: 'u' }

/** Turns `checkout` on, and waits until requests return it. */
const turnOn = async () => {
  const number = await world.turn(true)
  const row = await world.server.services.db
    .selectFrom('environment')
    .select('id')
    .where('key', '=', world.where.environment)
    .executeTakeFirstOrThrow()
  await until(async () => (await world.server.services.states.get(row.id)).datafile.revision >= number, 'it is on')
}

/** An application with LaunchDarkly's SDK. For Fanion it changed only the URL and the key. */
const aProgram = (key: string, stream = true) => {
  const address = `${world.url}/launchdarkly`
  const sdk = init(key, {
    baseUri: address,
    streamUri: address,
    eventsUri: address,
    stream,
    pollInterval: 30,
    flushInterval: 1,
    logger: silent,
  })
  closing.push(() => sdk.close())
  return sdk
}

describe.each([true, false])('@launchdarkly/node-server-sdk, streaming: %s', (stream) => {
  it('is answered', async () => {
    await turnOn()
    const sdk = aProgram(world.serverKey.text, stream)
    await sdk.waitForInitialization({ timeout: 10 })
    expect(await sdk.variation('checkout', user, null)).toBe(true)
  })

  it('is refused with a revoked key, for good', async () => {
    const key = await world.api.keys.create.mutate({ ...world.where, kind: 'server', name: 'Revoked' })
    await world.api.keys.revoke.mutate({ project: world.project, id: key.key.id })
    const asked = () => fetch(`${world.url}/launchdarkly/sdk/latest-all`, { headers: { authorization: key.text } })
    await until(async () => (await asked()).status === 401, 'a refusal')
    await expect(aProgram(key.text, stream).waitForInitialization({ timeout: 10 })).rejects.toThrow(
      /401|Authentication failed/,
    )
  })
})

describe('the stream of LaunchDarkly', () => {
  it('follows a publish', async () => {
    await world.turn(true)
    const sdk = aProgram(world.serverKey.text)
    await sdk.waitForInitialization({ timeout: 10 })
    await until(() => sdk.variation('checkout', user, null), 'on')
    await world.turn(false)
    await until(async () => (await sdk.variation('checkout', user, null)) === false, 'off')
    expect((await sdk.variationDetail('checkout', user, null)).reason.kind).toBe('OFF')
  })

  it('tells of a flag that comes and of one that goes', async () => {
    const sdk = aProgram(world.serverKey.text)
    await sdk.waitForInitialization({ timeout: 10 })
    const { project } = world
    await world.api.flags.create.mutate({ project, key: 'brief', name: 'Brief', onIn: ['development'] })
    await until(async () => (await sdk.variation('brief', user, 'default')) !== 'default', 'the flag')
    await world.api.flags.archive.mutate({ project, flag: 'brief' })
    await until(async () => (await sdk.variation('brief', user, 'default')) === 'default', 'its end')
    expect(await sdk.variation('checkout', user, 'default')).not.toBe('default')
  })

  it('ends when its key is revoked', async () => {
    const key = await world.api.keys.create.mutate({ ...world.where, kind: 'server', name: 'Short' })
    const stream = await fetch(`${world.url}/launchdarkly/all`, { headers: { authorization: key.text } })
    expect(stream.headers.get('content-type')).toContain('text/event-stream')
    await world.api.keys.revoke.mutate({ project: world.project, id: key.key.id })
    const text = await stream.text()
    expect(text).toContain('event: put')
  })

  it('has what it counted added to the counts of the flag', async () => {
    const sdk = aProgram(world.serverKey.text)
    await sdk.waitForInitialization({ timeout: 10 })
    await sdk.variation('checkout', user, null)
    await sdk.flush()
    const counts = () =>
      world.server.services.db.selectFrom('evaluationCount').select('flag').where('flag', '=', 'checkout').execute()
    await until(async () => (await counts()).length > 0, 'a count')
    expect((await counts())[0]?.flag).toBe('checkout')
  })
})

describe('answers for one context', () => {
  const encoded = Buffer.from(JSON.stringify(user)).toString('base64url')
  const report = () =>
    fetch(`${world.url}/launchdarkly/msdk/evalx/context`, {
      method: 'REPORT',
      headers: { authorization: world.clientKey.text, 'content-type': 'application/json' },
      body: JSON.stringify(user),
    })
  beforeAll(async () => {
    const page = { project: world.project, key: 'page', name: 'Page', visibleToClients: true }
    await world.api.flags.create.mutate({ ...page, onIn: ['development'] })
    await until(async () => 'page' in (await (await report()).json()), 'the flag')
  })

  it('are of flags that the key may see, and carry no rule', async () => {
    const { api, project } = world
    const { publicId } = (await api.keys.list.query({ project })).find(({ kind }) => kind === 'client') ?? {}
    const path = `${world.url}/launchdarkly/sdk/evalx/${publicId}/contexts/${encoded}`
    const answers = async () => (await (await fetch(path)).json()) as Record<string, Record<string, unknown>>
    const { page, checkout } = await answers()
    expect(checkout).toBeUndefined()
    expect(Object.keys(page ?? {}).sort()).toEqual(['flagVersion', 'trackEvents', 'value', 'variation', 'version'])
  })

  it('come by REPORT, too, and to devices by their key', async () => {
    const answer = await report()
    expect(answer.status).toBe(200)
    expect(await answer.json()).toHaveProperty('page')
  })

  it('are refused without a context, and with an id that is none', async () => {
    const keyed = { headers: { authorization: world.clientKey.text } }
    expect((await fetch(`${world.url}/launchdarkly/msdk/evalx/contexts/e30`, keyed)).status).toBe(400)
    expect((await fetch(`${world.url}/launchdarkly/sdk/evalx/${'0'.repeat(24)}/contexts/${encoded}`)).status).toBe(401)
  })
})
