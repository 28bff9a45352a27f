import { describe, expect, it } from 'vitest'
import type { Datafile } from '../../../../shared/schemas/datafile.ts'
import type { FlagDocument } from '../../../../shared/schemas/flag.ts'
import { otherFlags } from './other-flags.ts'

const flag = (key: string, more: Partial<FlagDocument> = {}): FlagDocument => ({
  key,
  type: 'boolean',
  variants: { on: true, off: false },
  on: true,
  offVariant: 'off',
  prerequisites: [],
  rules: [],
  otherwise: { variant: 'on' },
  salt: key,
  visibleToClients: false,
  ...more,
})

const datafile = (...flags: FlagDocument[]): Datafile => ({
  format: 1,
  project: 'shop',
  environment: 'production',
  revision: 1,
  publishedAt: '2026-01-01T00:00:00.000Z',
  digest: '',
  flags: Object.fromEntries(flags.map((one) => [one.key, one])),
  segments: {},
})

const main = flag('main')
const off = { ...main, on: false }
const needs = (key: string) => flag(key, { prerequisites: [{ flag: 'main', variants: ['on'] }] })

describe('a flag turned off', () => {
  it('turns those off that require it', () => {
    expect(otherFlags(datafile(main, needs('child')), off)).toEqual({ turnsOff: true, keys: ['child'] })
  })

  it('may turn on those whose rules ask for it to be off, and says that it is no mere turning off', () => {
    const rules = [{ id: 'r1', when: { flag: 'main', variants: ['off'] }, serve: { variant: 'on' } }]
    const child = flag('child', { rules, otherwise: { variant: 'off' } })
    expect(otherFlags(datafile(main, child), off)).toEqual({ turnsOff: false, keys: ['child'] })
  })

  it('leaves alone what does not ask for it, or is off itself', () => {
    const child = { ...needs('child'), on: false }
    expect(otherFlags(datafile(main, flag('other'), child), off).keys).toEqual([])
  })
})
