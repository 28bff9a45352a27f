import { describe, expect, it } from 'vitest'
import { createSlots } from '../../../shared/engine/slots.ts'
import { createExposures } from './exposures.ts'

const at = '2026-11-20T12:00:00.000Z'
const slots = createSlots()
const [on, off, fallback] = [slots.of('hero', 'on'), slots.of('hero', 'off'), slots.of('hero', null)]
const some = (max?: number) =>
  createExposures(
    () => Date.parse(at),
    () => slots,
    max,
  )

describe('exposures', () => {
  it('are each targeting key, flag and variant once, also over several reports', () => {
    const exposures = some()
    for (const slot of [on, on, off]) exposures.note(slot, { targetingKey: 'ada' })
    expect(exposures.take()).toEqual({
      exposures: [
        { flag: 'hero', variant: 'on', targetingKey: 'ada', at },
        { flag: 'hero', variant: 'off', targetingKey: 'ada', at },
      ],
      dropped: 0,
    })
    exposures.note(on, { targetingKey: 'ada' })
    exposures.note(on, { targetingKey: 'grace' })
    expect(exposures.take().exposures.map(({ targetingKey }) => targetingKey)).toEqual(['grace'])
  })

  it.each([
    ['nobody', on, {}],
    ['an empty targeting key', on, { targetingKey: '' }],
    ['one that the server would refuse', on, { targetingKey: 'x'.repeat(513) }],
    ['the default of the caller', fallback, { targetingKey: 'ada' }],
    ['a flag that is not there', -1, { targetingKey: 'ada' }],
  ])('are not of %s', (_, slot, context) => {
    const exposures = some()
    exposures.note(slot, context)
    expect(exposures.take().exposures).toEqual([])
  })

  it('are dropped over the limit, told, and new again when they are evaluated again', () => {
    const exposures = some(2)
    for (const targetingKey of ['a', 'b', 'c', 'd']) exposures.note(on, { targetingKey })
    expect(exposures.take()).toMatchObject({ exposures: [{ targetingKey: 'a' }, { targetingKey: 'b' }], dropped: 2 })
    for (const targetingKey of ['a', 'c']) exposures.note(on, { targetingKey })
    expect(exposures.take()).toMatchObject({ exposures: [{ targetingKey: 'c' }], dropped: 0 })
  })

  it('are new again after a report that was lost', () => {
    const exposures = some()
    exposures.note(on, { targetingKey: 'ada' })
    exposures.take()
    exposures.lost()
    exposures.note(on, { targetingKey: 'ada' })
    expect(exposures.take().exposures).toHaveLength(1)
  })
})
