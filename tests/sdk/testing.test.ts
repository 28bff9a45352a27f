import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { defineFlags } from '../../src/client/sdk/core/define-flags.ts'
import { createFanion } from '../../src/client/sdk/node/index.ts'
import { testFanion } from '../../src/client/sdk/testing/index.ts'
import { writeDatafile } from '../../src/shared/datafile/datafile-text.ts'
import { aFolder } from '../support/folder.ts'
import { aDatafile, aFlag } from './wire-server.ts'
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
