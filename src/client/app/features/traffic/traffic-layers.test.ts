import { expect, it } from 'vitest'
import { variantSlots } from '../variants/variant-slots.ts'
import { trafficLayers } from './traffic-layers.ts'

const series = (...variants: (string | null)[]) => ({ series: variants.map((variant) => ({ variant, counts: [1] })) })
const drawn = (...args: Parameters<typeof trafficLayers>) =>
  trafficLayers(...args).map(({ name, slot }) => [name, slot])

it('keeps the colour of a variant, however often it was given', () => {
  const hero = variantSlots({ type: 'string', variants: { classic: 1, compact: 2, grid: 3 } }, [])
  expect(drawn(series(null, 'grid', 'gone', 'classic'), hero)).toEqual([
    ['classic', 0],
    ['grid', 2],
    ['the default in code', 'off'],
    ['gone', 'off'],
  ])
  const boolean = variantSlots({ type: 'boolean', variants: { off: false, on: true } }, [])
  expect(drawn(series('on', 'off'), boolean)).toEqual([
    ['off', 'off'],
    ['on', 'on'],
  ])
})
