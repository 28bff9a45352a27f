import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { defineFlags } from '../../src/client/sdk/core/define-flags.ts'
import { perRequest } from '../../src/client/sdk/request/index.ts'
import { flagStore, statusStore } from '../../src/client/sdk/svelte/index.ts'
import { vercelFlags } from '../../src/client/sdk/vercel/index.ts'
import { anOfrepServer, aPageClient } from './pages.ts'
import { aDatafile, aFlag } from './wire-server.ts'
import { aClient, aServer, until } from './world.ts'

const flags = defineFlags({
  checkout: { type: 'boolean', default: false },
  hero: { type: 'string', variants: ['classic', 'compact'], default: 'classic' },
})
/** Off for users whose key ends with "b", on for everyone else. */
const split = aFlag('checkout', true, {
  visibleToClients: true,
  rules: [
    { id: 'r1', when: { attribute: 'targetingKey', operator: 'endsWith', values: ['b'] }, serve: { variant: 'off' } },
  ],
})
const aVisitor = async () => {
  const fanion = aClient(await aServer(aDatafile(1, [split])), flags)
  await fanion.ready()
  return { fanion, visitor: perRequest(fanion) }
}

describe('perRequest', () => {
  it('answers whatever is under way for its own context, however requests cross', async () => {
    const { visitor } = await aVisitor()
    // Obtained outside of any request, so it belongs to none.
    const { checkout } = visitor.flags
    const request = async (targetingKey: string, turns: number) => {
      const seen: unknown[] = []
      await visitor.run({ targetingKey }, async () => {
        for (let at = 0; at < turns; at++) {
          await turn()
          seen.push(
            checkout(),
            visitor.flags.checkout.peek(),
            checkout.details().value,
            visitor.getBootstrap().flags[0]?.value,
          )
        }
      })
      return seen.every((one) => one === !targetingKey.endsWith('b'))
    }
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom('a', 'b', 'cb', ''), fc.nat(5)), { maxLength: 20 }),
        async (all) => {
          expect(await Promise.all(all.map((one) => request(...one)))).not.toContain(false)
        },
      ),
      { numRuns: 30 },
    )
  })

  it('nests, gives what the act gives, and throws what it throws', async () => {
    const { visitor } = await aVisitor()
    const inner = () => visitor.run({ targetingKey: 'b' }, () => visitor.flags.checkout())
    expect(visitor.run({ targetingKey: 'a' }, () => [inner(), visitor.flags.checkout()])).toEqual([false, true])
    expect(() => visitor.run({}, () => JSON.parse('no'))).toThrow(SyntaxError)
  })

  it('answers for an empty context where no request is under way', async () => {
    const { visitor } = await aVisitor()
    expect(visitor.flags.checkout()).toBe(true)
    expect(visitor.flags.hero()).toBe('classic')
  })

  it('has the types of the flags', async () => {
    const typed = defineFlags<{ targetingKey: string; country: string }>()({ a: { type: 'boolean', default: true } })
    const visitor = perRequest(aClient(await aServer(), typed))
    expectTypeOf(visitor.flags.a).returns.toEqualTypeOf<boolean>()
    // @ts-expect-error an attribute is missing
    visitor.run({ targetingKey: 'u' }, () => visitor.flags.a())
  })
})

describe('the stores for Svelte', () => {
  it('tell the value at once and each other one, and listen no more once they are left', async () => {
    const answer = (value: boolean) => ({ key: 'checkout', value, reason: 'STATIC', variant: String(value) })
    const server = await anOfrepServer(() => [answer(true)])
    const fanion = aPageClient(server, flags)
    const [told, states]: [boolean[], string[]] = [[], []]
    const leave = flagStore(fanion, flags.checkout).subscribe((value) => told.push(value))
    const leaveStatus = statusStore(fanion).subscribe(({ state }) => states.push(state))
    await until(() => told.length === 2 && server.streams.size === 1)
    server.evaluate = () => [answer(true), { key: 'hero', value: 'compact', reason: 'STATIC', variant: 'compact' }]
    server.tell()
    await until(() => fanion.value(flags.hero) === 'compact')
    expect(told).toEqual([false, true])
    expect(states[0]).toBe('not ready')
    expect(states).toContain('ready')
    leave()
    leaveStatus()
    server.evaluate = () => [answer(false)]
    server.tell()
    await until(() => !fanion.value(flags.checkout))
    expect(told).toEqual([false, true])
  })
})

describe("the declarations for Vercel's flags", () => {
  it('have key, default, options and an adapter that decides by the context that identify gives', async () => {
    const fanion = aClient(await aServer(aDatafile(1, [split])), flags)
    const declared = vercelFlags(fanion, flags)
    await declared.checkout.adapter.initialize()
    expect(fanion.status.state).toBe('ready')
    expect(declared.checkout.adapter.decide({ entities: { targetingKey: 'a' } })).toBe(true)
    expect(declared.checkout.adapter.decide({ entities: { targetingKey: 'b' } })).toBe(false)
    expect(declared.checkout.adapter.decide({})).toBe(true)
    expect(declared.hero).toMatchObject({ key: 'hero', defaultValue: 'classic', options: ['classic', 'compact'] })
    expect(declared.hero.adapter.decide({})).toBe('classic')
    expectTypeOf(declared.hero.adapter.decide).returns.toEqualTypeOf<'classic' | 'compact'>()
  })
})
