import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createValueCheck } from '../../src/client/sdk/core/accept.ts'
import { defineFlags } from '../../src/client/sdk/core/define-flags.ts'
import { createMismatchCheck, type ServedFlagShape } from '../../src/client/sdk/core/mismatches.ts'
import type { Fault } from '../../src/client/sdk/core/status.ts'
import { createFanion } from '../../src/client/sdk/node/index.ts'
import { anOfrepServer, aPageClient } from './pages.ts'
import { aDatafile, aFlag, serverKey } from './wire-server.ts'
import { aClient, aServer, until } from './world.ts'

const flags = defineFlags({
  chekout: { type: 'boolean', default: false },
  hero: { type: 'string', variants: ['classic', 'compact'], default: 'classic' },
  limit: { type: 'number', default: 1 },
})
const hero = (values: Record<string, string>) =>
  aFlag('hero', true, {
    type: 'string',
    variants: values,
    otherwise: { variant: Object.keys(values)[0] ?? '' },
    offVariant: null,
  })

/** Collects everything a client reports about mismatches, in both places. */
const told = () => {
  const warnings: string[] = []
  const faults: Fault[] = []
  return { warnings, faults, logger: { warn: (message: string) => warnings.push(message) } }
}

describe('what a program declares and the environment has not', () => {
  it('is told once, with the key that was meant, and again only when something else is wrong', async () => {
    const server = await aServer(
      aDatafile(1, [aFlag('checkout', true), aFlag('limit', true), hero({ a: 'classic', b: 'wide' })]),
    )
    const { warnings, faults, logger } = told()
    const fanion = aClient(server, flags, { logger })
    fanion.on('error', (fault) => faults.push(fault))
    await fanion.ready()
    for (let i = 0; i < 100; i += 1) for (const call of Object.values(fanion.flags)) (call as () => unknown)()
    expect(faults).toEqual([
      {
        flag: 'chekout',
        nearest: 'checkout',
        message: 'the environment has no flag "chekout": it answers its default; did you mean "checkout"?',
      },
      {
        flag: 'hero',
        message:
          'the flag "hero" has "wide" on the server, which the program did not declare: it answers its default instead',
      },
      {
        flag: 'limit',
        message: 'the flag "limit" is declared as number, but is boolean on the server: it answers its default',
      },
    ])
    expect(warnings).toEqual(faults.map(({ message }) => `fanion: ${message}`))
    server.publish(aFlag('limit', false), hero({ a: 'classic' }))
    await until(() => fanion.status.revision === 2)
    server.publish(aFlag('chekout', true))
    await until(() => fanion.flags.chekout())
    expect(faults).toHaveLength(3)
    server.publish(hero({ a: 'classic', b: 'narrow' }))
    await until(() => faults.length === 4)
    expect(faults[3]?.message).toContain('"narrow"')
  })

  it('is told where a page is not given it, or given something else', async () => {
    const server = await anOfrepServer(() => [
      { key: 'hero', value: 'wide', reason: 'STATIC', variant: 'wide' },
      { key: 'limit', reason: 'DISABLED' },
    ])
    const { warnings, faults, logger } = told()
    const fanion = aPageClient(server, flags, { logger })
    fanion.on('error', (fault) => faults.push(fault))
    await fanion.ready()
    await until(() => faults.length === 2)
    expect(faults.map(({ flag }) => flag)).toEqual(['chekout', 'hero'])
    expect(faults[0]?.message).toBe('pages are given no flag "chekout": it answers its default')
    expect(warnings).toHaveLength(2)
  })

  it('is told of a key that every object has, as of any other', async () => {
    const strange = defineFlags({
      constructor: { type: 'boolean', default: false },
      valueOf: { type: 'string', default: '' },
    })
    const absent = Object.keys(strange).map((key) => `the environment has no flag "${key}": it answers its default`)
    const program = told()
    createFanion({ flags: strange, offline: aDatafile(1, []), logger: program.logger })
    expect(program.warnings).toEqual(absent.map((message) => `fanion: ${message}`))
    const page = told()
    const fanion = aPageClient(await anOfrepServer(() => []), strange, { logger: page.logger })
    await fanion.ready()
    await until(() => page.warnings.length === 2)
    expect(page.warnings.join()).toMatch(/given no flag "constructor".*given no flag "valueOf"/)
  })

  it('is each thing that is wrong, once, whatever comes in whatever order', () => {
    const type = fc.constantFrom('boolean', 'string', 'number')
    const known = fc.record({
      type,
      variants: fc.dictionary(fc.constantFrom('a', 'b'), fc.constantFrom(true, 'classic', 'wide', 3)),
    })
    const state: fc.Arbitrary<Record<string, ServedFlagShape>> = fc.dictionary(
      fc.constantFrom('chekout', 'hero', 'limit'),
      known,
    )
    fc.assert(
      fc.property(fc.array(state, { minLength: 1, maxLength: 5 }), (states) => {
        const faults: Fault[] = []
        const look = createMismatchCheck(flags, (fault) => faults.push(fault), createValueCheck)
        for (const documents of states) {
          faults.length = 0
          const alone: Fault[] = []
          createMismatchCheck(flags, (fault) => alone.push(fault), createValueCheck)(documents)
          look(documents)
          // Reports nothing that is right, and nothing twice.
          for (const fault of faults) expect(alone).toContainEqual(fault)
          faults.length = 0
          look(documents)
          look(structuredClone(documents))
          expect(faults).toEqual([])
        }
      }),
    )
  })
})

describe('overrides', () => {
  const overrides = { chekcout: true, hero: 'b', limit: '7', 'a.b': 1 }

  it('that name no declared flag, or give what the program cannot handle, are told once', async () => {
    const server = await aServer(aDatafile(1, [aFlag('chekout', true), hero({ a: 'classic', b: 'compact' })]))
    const { warnings, faults, logger } = told()
    const fanion = aClient(server, flags, { logger, overrides: { ...overrides, limit: 'many' } })
    fanion.on('error', (fault) => faults.push(fault))
    await fanion.ready()
    server.publish(aFlag('chekout', false))
    await until(() => fanion.status.revision === 2)
    const mine = faults.filter(({ message }) => message.startsWith('overrides: '))
    expect(mine).toEqual([
      {
        flag: 'chekcout',
        nearest: 'chekout',
        message: 'overrides: the program declares no flag "chekcout"; did you mean "chekout"?',
      },
      {
        flag: 'limit',
        message: 'overrides: "limit" is "many", which the program did not declare: it answers its default',
      },
      { flag: 'a.b', message: 'overrides: the program declares no flag "a.b"' },
    ])
    expect(warnings).toHaveLength(faults.length)
  })

  it('are held to the declared flags where there is no server, too', () => {
    const { warnings, logger } = told()
    createFanion({ flags, offline: true, logger, overrides })
    expect(warnings.join('\n')).toBe(
      `fanion: overrides: the program declares no flag "chekcout"; did you mean "chekout"?
fanion: overrides: "hero" is "b", which the program did not declare: it answers its default
fanion: overrides: the program declares no flag "a.b"`,
    )
  })
})

describe('createFanion', () => {
  afterEach(() => {
    delete process.env['NODE_ENV']
  })

  it.each([undefined, null, 'flags', 7, { checkout: { type: 'boolean', default: true } }])(
    'with flags that nobody defined (%j) says what would be right',
    (given) => {
      const options = { url: 'http://127.0.0.1:9', key: serverKey, flags: given as never }
      expect(() => createFanion(options)).toThrow('createFanion: flags must be what defineFlags gave')
    },
  )

  it('speaks to the console outside production, and in production to listeners alone', async () => {
    for (const [environment, expected] of [
      ['development', 1],
      ['production', 0],
    ] as const) {
      vi.stubEnv('NODE_ENV', environment)
      const server = await aServer(aDatafile(1, []))
      const said: string[] = []
      const console = globalThis.console.warn
      globalThis.console.warn = (message: string) => said.push(message)
      try {
        const { limit } = flags
        const fanion = createFanion({ url: server.url, key: serverKey, flags: { limit } })
        const faults: Fault[] = []
        fanion.on('error', (fault) => faults.push(fault))
        await fanion.ready()
        await fanion.close()
        expect([environment, said.length, faults.length]).toEqual([environment, expected, 1])
      } finally {
        globalThis.console.warn = console
        vi.unstubAllEnvs()
      }
    }
  })
})
