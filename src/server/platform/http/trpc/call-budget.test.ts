import { describe, expect, it, vi } from 'vitest'
import type { Actor } from '../../kernel/actor.ts'
import { Proxies } from '../proxies.ts'
import { createLimiters } from '../rate-limiter.ts'
import { callBudget, createHeavyCallQueue } from './call-budget.ts'
import { projectIn } from './project-in.ts'

const nobody = { kind: 'anonymous' } as Actor // only this field is used
const aUser = { kind: 'user', id: 'ada' } as Actor
const theirToken = { kind: 'token', id: 't', person: { id: 'ada' } } as Actor
const aService = { kind: 'token', id: 's', person: null } as Actor

const budgets = (streamsPerAddress = 100) => {
  const gates = createLimiters({ requestsPerMinute: 1_000, streamsPerAddress })
  const turns = createHeavyCallQueue()
  const services = { gates, proxies: new Proxies([]), now: () => new Date(0) }
  const of = (actor: Actor, remoteAddress = '192.0.2.1') =>
    callBudget(services as never, turns, { headers: {}, socket: { remoteAddress } } as never, actor)
  return { gates, turns, of }
}

describe('what calls cost', () => {
  it('counts for the address and the caller; the first was counted as its request came, those of a batch are not', () => {
    const { gates, of } = budgets()
    const [address, caller] = [vi.spyOn(gates.requests, 'take'), vi.spyOn(gates.callers, 'take')]
    const { spend } = of(aUser)
    for (const name of ['flags.list', 'flags.list', 'flags.get']) spend(name)
    expect(address.mock.calls.map(([, , units]) => units)).toEqual([9, 10, 1])
    expect(caller.mock.calls.map(([who, , units]) => [who, units])).toEqual([
      ['user ada', 10],
      ['user ada', 10],
      ['user ada', 1],
    ])
  })

  it('counts for a person with their tokens, for a service token by itself, for nobody by their address', () => {
    const { gates, of } = budgets()
    const take = vi.spyOn(gates.callers, 'take')
    for (const actor of [aUser, theirToken, aService, nobody]) of(actor).spend('flags.get')
    const [user, token, service, address] = take.mock.calls.map(([who]) => who)
    expect([user, token, service]).toEqual(['user ada', 'user ada', 'token s'])
    expect(address).toMatch(/^address 192\.0\.2/)
  })
})

describe('what a caller has at once', () => {
  it('is one heavy call, whatever they come by, and others are not held up', async () => {
    const { of } = budgets()
    let end = () => {}
    const first = of(aUser).inTurn(() => new Promise<void>((resolve) => (end = resolve)))
    const begun: string[] = []
    const begin = (name: string) => async () => void begun.push(name)
    const second = of(theirToken).inTurn(begin('of the same person'))
    await of(aService).inTurn(begin('of another'))
    expect(begun).toEqual(['of another'])
    end()
    await Promise.all([first, second])
    expect(begun).toEqual(['of another', 'of the same person'])
  })

  it('is so many subscriptions, of the address and of the caller, each given back', () => {
    const { of } = budgets(2)
    const release = of(aUser).hold()
    of(aService).hold()
    expect(() => of(nobody).hold()).toThrow('already open')
    // Another address has its own budget.
    const elsewhere = of(nobody, '198.51.100.1').hold()
    elsewhere()
    release()
    of(nobody).hold()
    expect(() => of(nobody).hold()).toThrow('already open')
  })

  it('holds no place of the address where the caller has no more', () => {
    const { gates, of } = budgets(3)
    const take = vi.spyOn(gates.subscriptions, 'take').mockImplementation(() => {
      throw new Error('no more')
    })
    for (let times = 0; times < 5; times++) expect(() => of(aUser).hold()).toThrow('no more')
    take.mockRestore()
    for (let times = 0; times < 3; times++) of(aUser).hold()
    expect(() => of(aUser).hold()).toThrow('already open')
  })
})

it('an input names a project where it says so in a text', () => {
  expect(projectIn({ project: 'shop' })).toBe('shop')
  for (const input of [undefined, null, 'shop', 7, {}, { project: 7 }, { project: null }, [], Object.create({})])
    expect(projectIn(input)).toBeUndefined()
})
