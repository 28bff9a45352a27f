import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { defineFlags } from '../../src/client/sdk/core/define-flags.ts'
import type { Hook } from '../../src/client/sdk/core/hooks.ts'
import { signedForMs, signOverrides } from '../../src/client/sdk/core/signed-overrides.ts'
import { createFanion } from '../../src/client/sdk/node/index.ts'
import { traceHook } from '../../src/client/sdk/opentelemetry/index.ts'
import { testFanion } from '../../src/client/sdk/testing/index.ts'
import { writeDatafile } from '../../src/shared/datafile/datafile-text.ts'
import { aFolder } from '../support/folder.ts'
import { aDatafile, aFlag, serverKey } from './wire-server.ts'
import { aClient, aServer } from './world.ts'

const flags = defineFlags({
  checkout: { type: 'boolean', default: false },
  hero: { type: 'string', variants: ['classic', 'compact'], default: 'classic' },
  limits: { type: 'object', default: { perMinute: 60 } },
  perPage: { type: 'number', key: 'per-page', default: 20 },
})
const closings: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closings.splice(0)) await close()
})

describe('testFanion', () => {
  it('gives what the test says, else the defaults, and needs no server', async () => {
    const fanion = testFanion(flags, { checkout: true, perPage: 50 })
    expect(await fanion.ready()).toEqual({ ready: true, reason: null })
    expect([fanion.flags.checkout(), fanion.flags.hero(), fanion.flags.limits(), fanion.flags.perPage()]).toEqual([
      true,
      'classic',
      { perMinute: 60 },
      50,
    ])
    expect(fanion.flags.checkout.details({ targetingKey: 'u' })).toMatchObject({ variant: 'on', reason: 'STATIC' })
    await fanion.close()
  })

  it('follows set, tells change, and goes back by reset', () => {
    const fanion = testFanion(flags)
    const changes: string[][] = []
    fanion.on('change', ({ keys }) => changes.push([...keys]))
    fanion.set({ hero: 'compact' })
    expect(fanion.flags.hero()).toBe('compact')
    fanion.reset()
    expect(fanion.flags.hero()).toBe('classic')
    expect(changes).toEqual([['hero'], ['hero']])
  })

  it('evaluates rules by the engine', () => {
    const fanion = testFanion(flags)
    const when = { attribute: 'country', operator: 'is' as const, values: ['NO'] }
    fanion.rules('checkout', { rules: [{ id: 'norway', when, serve: { variant: 'on' } }] })
    expect([fanion.flags.checkout({ country: 'NO' }), fanion.flags.checkout({ country: 'SE' })]).toEqual([true, false])
    expect(fanion.for({ country: 'NO' }).flags.checkout.details().rule).toEqual({ id: 'norway', index: 0 })
  })

  it('tells the evaluations that were made, by their contexts; peeks are none', () => {
    const fanion = testFanion(flags, { checkout: true })
    fanion.flags.checkout({ targetingKey: 'u' })
    fanion.flags.hero.peek()
    fanion.evaluate({ key: 'per-page', type: 'number', default: 1 })
    expect(fanion.evaluations()).toEqual([
      { flag: 'checkout', value: true, variant: 'on', reason: 'STATIC', context: { targetingKey: 'u' } },
      { flag: 'per-page', value: 20, variant: 'given', reason: 'STATIC', context: {} },
    ])
    fanion.reset()
    expect(fanion.evaluations()).toEqual([])
  })
})

describe('offline', () => {
  const datafile = aDatafile(7, [aFlag('checkout', true)])

  it.each([
    ['a datafile', async () => datafile],
    ['true', async () => true],
    ['a file', async (folder: string) => write(folder, writeDatafile(datafile))],
    ['a cache file', async (folder: string) => write(folder, JSON.stringify({ origin: 'x', datafile }))],
  ])('%s asks nobody, and is ready at once', async (what, offline) => {
    const folder = await aFolder('offline')
    const asked: string[] = []
    const fetch = (url: string) => {
      asked.push(url)
      return Promise.reject(new Error('none'))
    }
    const fanion = createFanion({ flags, offline: await offline(folder), fetch, logger: { warn: () => {} } })
    expect(fanion.flags.checkout()).toBe(what !== 'true')
    expect(await fanion.ready()).toEqual({ ready: true, reason: null })
    await fanion.flush()
    await fanion.close()
    expect(asked).toEqual([])
  })

  it('says which file cannot be read', () => {
    expect(() => createFanion({ flags, offline: '/nowhere/flags.json' })).toThrow(
      /offline: \/nowhere\/flags.json cannot be read/,
    )
  })
})

const write = async (folder: string, text: string): Promise<string> => {
  const file = path.join(folder, 'flags.json')
  await writeFile(file, text)
  return file
}

describe('overrides', () => {
  it('stand in for answers by values or by keys of variants, and are counted nowhere', async () => {
    const server = await aServer(aDatafile(1, [aFlag('checkout', false), aFlag('hero', true)]))
    const fanion = aClient(server, flags, {
      overrides: { checkout: 'on', hero: 'compact', perPage: '50' },
      exposures: true,
    })
    await fanion.ready()
    expect(fanion.flags.checkout.details({ targetingKey: 'u' })).toMatchObject({
      value: true,
      variant: 'on',
      reason: 'OVERRIDE',
      errorCode: null,
    })
    expect([fanion.flags.hero(), fanion.flags.perPage()]).toEqual(['compact', 50])
    expect(fanion.evaluate({ key: 'per-page', type: 'number', default: 1 }).value).toBe(50)
    await fanion.flush()
    expect(server.reports).toEqual([])
    server.publish(aFlag('checkout', false, { salt: 'another' }))
    expect(fanion.flags.checkout()).toBe(true)
  })

  it('that a program cannot handle are answered with the default', () => {
    const fanion = createFanion({ flags, offline: true, overrides: { hero: 'wide', checkout: 'maybe' } })
    expect([fanion.flags.hero(), fanion.flags.checkout()]).toEqual(['classic', false])
    expect(fanion.flags.hero.details().errorCode).toBe('TYPE_MISMATCH')
  })

  it('are read from FANION_OVERRIDES where that is wanted, and never in production', () => {
    const before = process.env['NODE_ENV']
    closings.push(() => {
      process.env['NODE_ENV'] = before
      delete process.env['FANION_OVERRIDES']
    })
    process.env['FANION_OVERRIDES'] = 'checkout=on, limits={"perMinute":1,"burst":2},hero=compact'
    const values = (overrides: boolean) => {
      const { checkout, limits, hero } = createFanion({ flags, offline: true, overrides }).flags
      return [checkout(), limits(), hero()]
    }
    expect(values(true)).toEqual([true, { perMinute: 1, burst: 2 }, 'compact'])
    expect(values(false)).toEqual([false, { perMinute: 60 }, 'classic'])
    process.env['NODE_ENV'] = 'production'
    expect(values(true)).toEqual([false, { perMinute: 60 }, 'classic'])
    process.env['NODE_ENV'] = 'development'
    process.env['FANION_OVERRIDES'] = 'checkout'
    expect(() => values(true)).toThrow('FANION_OVERRIDES: checkout is no flag=value')
  })
})

describe('hooks', () => {
  it('are run around each evaluation, before in order and after in the opposite one', () => {
    const told: string[] = []
    const hook = (name: string): Hook => ({
      before: ({ flagKey, context, hookData }) => {
        told.push(`${name} before ${flagKey} ${JSON.stringify(context)}`)
        hookData.set('from', name)
        return { [name]: true }
      },
      after: (_, { value, variant }) => told.push(`${name} after ${value} ${variant}`),
      error: (_, error) => told.push(`${name} error ${error instanceof Error && error.message}`),
      finally: ({ hookData }) => told.push(`${name} finally ${hookData.get('from')}`),
    })
    const datafile = aDatafile(1, [aFlag('checkout', true)])
    const fanion = createFanion({ flags, offline: datafile, hooks: [hook('a'), hook('b')], logger: { warn: () => {} } })
    expect(fanion.flags.checkout({ targetingKey: 'u' })).toBe(true)
    expect(told.splice(0)).toEqual([
      'a before checkout {"targetingKey":"u"}',
      'b before checkout {"targetingKey":"u","a":true}',
      'b after true on',
      'b finally b',
      'a after true on',
      'a finally a',
    ])
    fanion.flags.checkout.peek()
    expect(told).toEqual([])
    fanion.evaluate({ key: 'none', type: 'boolean', default: false })
    expect(told.filter((line) => line.includes('error'))).toEqual([
      'b error the environment has no such flag',
      'a error the environment has no such flag',
    ])
  })

  it('that throw change no answer, and are told of', async () => {
    const faults: string[] = []
    const hooks: Hook[] = [
      {
        before: () => {
          throw new Error('mine')
        },
        finally: () => Promise.reject(new Error('mine, later')),
      },
    ]
    const fanion = createFanion({ flags, offline: true, overrides: { checkout: true }, hooks })
    fanion.on('error', ({ message }) => faults.push(message))
    expect(fanion.flags.checkout()).toBe(true)
    await new Promise((resolve) => setTimeout(resolve))
    expect(faults).toEqual([
      'a hook threw in before of checkout: mine',
      'a hook threw in finally of checkout: mine, later',
    ])
  })

  it('traceHook notes evaluations in the span under way, without who it was for unless told', () => {
    const events: [string, object][] = []
    const trace = { getActiveSpan: () => ({ addEvent: (name: string, of: object) => events.push([name, of]) }) }
    const make = (targetingKey?: boolean) =>
      createFanion({
        flags,
        offline: aDatafile(3, [aFlag('checkout', true)]),
        hooks: [traceHook(trace, targetingKey === undefined ? {} : { targetingKey })],
        logger: { warn: () => {} },
      })
    make().flags.checkout({ targetingKey: 'ada' })
    make(true).flags.hero({ targetingKey: 'ada' })
    expect(events).toEqual([
      [
        'feature_flag.evaluation',
        {
          'feature_flag.key': 'checkout',
          'feature_flag.provider.name': 'fanion',
          'feature_flag.result.reason': 'static',
          'feature_flag.result.variant': 'on',
          'feature_flag.version': '3',
        },
      ],
      [
        'feature_flag.evaluation',
        {
          'feature_flag.key': 'hero',
          'feature_flag.provider.name': 'fanion',
          'feature_flag.result.reason': 'error',
          'feature_flag.result.value': 'classic',
          'feature_flag.version': '3',
          'error.type': 'flag_not_found',
          'feature_flag.error.message': 'the environment has no such flag',
          'feature_flag.context.id': 'ada',
        },
      ],
    ])
  })
})

describe('overrides of one request', () => {
  const nowMs = Date.now()
  const make = (options = {}) =>
    createFanion({
      flags,
      url: 'http://127.0.0.1:9',
      key: serverKey,
      telemetry: false,
      acceptOverrides: true,
      ...options,
    })
  const made = (options = {}) => {
    const fanion = make(options)
    closings.push(fanion.close)
    return fanion
  }

  it('stand in for answers in that request alone, where they are signed by the very key', async () => {
    const fanion = made()
    const overrides = await fanion.readOverrides(await signOverrides(serverKey, { checkout: 'on' }, nowMs))
    expect(fanion.for({ targetingKey: 'u' }, overrides).flags.checkout.details()).toMatchObject({
      value: true,
      reason: 'OVERRIDE',
    })
    expect(fanion.for({ targetingKey: 'u' }).flags.checkout()).toBe(false)
    expect(fanion.flags.checkout()).toBe(false)
  })

  it('are passed over, and told of, where they are not to be trusted', async () => {
    const fanion = made()
    const faults: string[] = []
    fanion.on('error', ({ message }) => faults.push(message))
    const good = await signOverrides(serverKey, { checkout: true }, nowMs)
    const [body = '', signature = ''] = good.split('.')
    const forged = `${btoa(JSON.stringify({ flags: { checkout: true }, until: nowMs + 1_000 })).replaceAll('=', '')}.${signature}`
    for (const text of [
      await signOverrides(`fan_srv_${'x'.repeat(43)}`, { checkout: true }, nowMs),
      await signOverrides(serverKey, { checkout: true }, nowMs - 2 * signedForMs),
      await signOverrides(serverKey, { checkout: true }, nowMs + signedForMs),
      forged,
      body,
      `${good}x`,
      'x'.repeat(100_000),
    ])
      expect(await fanion.readOverrides(text)).toBeNull()
    expect(faults).toHaveLength(7)
    expect(faults[0]).toContain('signed by another key')
    expect(await fanion.readOverrides(undefined)).toBeNull()
    expect(faults).toHaveLength(7)
  })

  it('are not looked at where nobody said that they may be', async () => {
    const fanion = made({ acceptOverrides: undefined })
    expect(await fanion.readOverrides(await signOverrides(serverKey, { checkout: true }, nowMs))).toBeNull()
  })
})
