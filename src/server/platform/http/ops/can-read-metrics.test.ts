import { expect, it } from 'vitest'
import { canReadMetrics } from './can-read-metrics.ts'

const told = { metricsToken: 'of-prometheus', publicUrl: undefined, trustProxy: 0 }
const untold = { ...told, metricsToken: undefined }
const asked = (remoteAddress: string | undefined, headers: Record<string, string> = {}) =>
  ({ headers, socket: { remoteAddress } }) as unknown as Parameters<typeof canReadMetrics>[1]

it.each(['127.0.0.1', '127.8.0.9', '::1', '::ffff:127.0.0.1'])('are read from this machine itself: %s', (address) => {
  for (const settings of [told, untold]) expect(canReadMetrics(settings, asked(address))).toBe(true)
})

it.each(['10.0.0.7', '2001:db8::1', '::ffff:10.0.0.7', '127.example.com', '1127.0.0.1', '', undefined])(
  'are read from elsewhere with the token alone: %s',
  (address) => {
    for (const settings of [told, untold]) expect(canReadMetrics(settings, asked(address))).toBe(false)
    for (const authorization of ['Bearer of-prometheus', 'bearer  of-prometheus'])
      expect(canReadMetrics(told, asked(address, { authorization }))).toBe(true)
  },
)

it('are read with the token alone where a proxy may lend its address to anybody', () => {
  for (const header of ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'])
    expect(canReadMetrics(told, asked('127.0.0.1', { [header]: '' }))).toBe(false)
  for (const more of [{ publicUrl: 'https://flags.example.com' }, { trustProxy: 1 }, { trustProxy: [] }]) {
    expect(canReadMetrics({ ...told, ...more }, asked('127.0.0.1'))).toBe(false)
    const headers = { authorization: 'Bearer of-prometheus', 'x-forwarded-for': '10.0.0.7' }
    expect(canReadMetrics({ ...told, ...more }, asked('127.0.0.1', headers))).toBe(true)
  }
})

it.each(['Bearer', 'Bearer ', 'Bearer of-prometheu', 'Bearer of-prometheus x', 'of-prometheus', 'Basic of-prometheus'])(
  'are not read with another word: %s',
  (authorization) => {
    expect(canReadMetrics(told, asked('10.0.0.7', { authorization }))).toBe(false)
    expect(canReadMetrics(untold, asked('10.0.0.7', { authorization }))).toBe(false)
  },
)
