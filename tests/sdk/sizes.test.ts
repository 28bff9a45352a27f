import { describe, expect, it } from 'vitest'
import { sizeOf } from '../../bench/bundles/size-of.ts'
import { charts, engines, ours } from '../../bench/bundles/subjects.ts'

describe('what a page loads, minified by esbuild and packed by gzip', () => {
  it.each([
    // 3 000 before exposures and events; the code that sends them is loaded on demand.
    ['browser', 3_300],
    // 6 000 before outcomes contained their measurements.
    ['the engine alone', 6_100],
    ['toolbar', 12_000],
  ] as const)('%s: at most %i bytes', async (name, most) => {
    const subject = [...ours, ...engines].find((one) => one.name === name)
    if (subject === undefined) throw new Error(`there is no subject ${name}`)
    const { firstGzip } = await sizeOf(subject)
    expect(firstGzip).toBeLessThanOrEqual(most)
  })
})

describe('the charts of experiments', () => {
  it('take at most 20 kB packed, d3 and all; React and Mantine are there already', async () => {
    const { firstGzip } = await sizeOf(charts)
    expect(firstGzip).toBeLessThanOrEqual(20_000)
  })
})
