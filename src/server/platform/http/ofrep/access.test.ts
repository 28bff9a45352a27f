import { describe, expect, it } from 'vitest'
import { limits } from '../../../../shared/limits.ts'
import { Proxies } from '../proxies.ts'
import { createLimiters } from '../rate-limiter.ts'
import { countSteps } from './access.ts'

/** Whether an address and a key are over their limits after this many steps. */
const overAfter = (kind: 'server' | 'client', steps: number) => {
  const gates = createLimiters({ requestsPerMinute: 1, streamsPerAddress: 1 })
  const nowMs = 1_000
  const [network, keyId] = ['192.0.2.1', 'k1']
  const services = { gates, now: () => new Date(nowMs), proxies: new Proxies([]) }
  const request = { raw: { headers: {}, socket: { remoteAddress: network } } }
  // The function uses only these arguments.
  countSteps(services as never, request as never, { kind, keyId } as never, { steps } as never)
  const isOver = (check: () => void) => {
    try {
      check()
      return false
    } catch {
      return true
    }
  }
  return {
    address: isOver(() => gates.clients.check(services.proxies.networkOf(request.raw as never), nowMs)),
    key: isOver(() => gates.clientKeys.check(keyId, nowMs)),
  }
}
const steps = (units: number) => units * limits.stepsPerClientUnit
const [most, mostOfKey] = [limits.clientUnitsPerAddress, limits.clientUnitsPerKey]

describe('what evaluations take', () => {
  it('is counted for the address and for the key, each up to its own limit', () => {
    expect(overAfter('client', steps(most))).toEqual({ address: false, key: most > mostOfKey })
    expect(overAfter('client', steps(mostOfKey))).toEqual({ address: mostOfKey > most, key: false })
    expect(overAfter('client', steps(Math.max(most, mostOfKey) + 1))).toEqual({ address: true, key: true })
  })

  it('is not counted for programs with a server key', () => {
    expect(overAfter('server', steps(most + mostOfKey))).toEqual({ address: false, key: false })
  })
})
