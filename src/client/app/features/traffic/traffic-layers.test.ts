import { expect, it } from 'vitest'
import { trafficLayers } from './traffic-layers.ts'

const series = (...variants: (string | null)[]) => ({ series: variants.map((variant) => ({ variant, counts: [1] })) })
const drawn = (...args: Parameters<typeof trafficLayers>) =>
  trafficLayers(...args).map(({ name, slot }) => [name, slot])

it('keeps the colour of a variant, however often it was given', () => {
  const hero = { type: 'string', variants: ['classic', 'compact', 'grid'] }
  expect(drawn(series(null, 'grid', 'gone', 'classic'), hero)).toEqual([
    ['classic', 0],
    ['grid', 2],
    ['the default in code', 'off'],
    ['gone', 'off'],
  ])
  expect(drawn(series('off', 'on'), { type: 'boolean', variants: ['on', 'off'] })).toEqual([
    ['on', 'on'],
    ['off', 'off'],
  ])
})
