import { afterEach, describe, expect, it } from 'vitest'
import { defineFlags } from '../../src/client/sdk/core/define-flags.ts'
import { signedForMs, signOverrides } from '../../src/client/sdk/core/signed-overrides.ts'
import { createFanion } from '../../src/client/sdk/node/index.ts'
import { serverKey } from './wire-server.ts'

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
