import { describe, expect, it } from 'vitest'
import { CreateExperimentInput } from '../../../shared/features/experiments/schemas/experiment.ts'
import { CreateMetricInput } from '../../../shared/features/metrics/schemas/metric-catalogue.ts'
import { router } from '../routes.tsx'

const addresses = [...new Set(Object.values(router.routesById).map(({ fullPath }) => fullPath as string))]

/** Validates keys that appear in these paths. */
const keys: Readonly<Record<string, (word: string) => boolean>> = {
  '/p/$project/experiments/$experiment': (key) => CreateExperimentInput.shape.key.safeParse(key).success,
  '/p/$project/metrics/$metric': (key) => CreateMetricInput.shape.key.safeParse(key).success,
}

/** Paths that end with a key, each with the fixed words that other paths have in that position. */
const named = addresses
  .filter((address) => /[^/]\/\$[a-z]+$/.test(address))
  .map((address) => {
    const before = address.slice(0, address.lastIndexOf('/') + 1)
    const others = addresses.filter((other) => other.startsWith(before)).map((other) => other.slice(before.length))
    return {
      address,
      words: [...new Set(others.map((rest) => rest.split('/')[0] ?? ''))].filter((word) => /^[^$]/.test(word)),
    }
  })

describe('addresses', () => {
  it('are many, and some of them end with a name', () => {
    expect(named.map(({ address }) => address)).toContain('/p/$project/flags/$flag')
    expect(
      named
        .filter(({ words }) => words.length > 0)
        .map(({ address }) => address)
        .sort(),
    ).toEqual(Object.keys(keys).sort())
  })

  it('of pages are no keys of things that stand beside them', () => {
    for (const { address, words } of named)
      for (const word of words) expect([address, word, keys[address]?.(word)]).toEqual([address, word, false])
    expect(CreateExperimentInput.shape.key.safeParse('new').error?.issues[0]?.message).toBe(
      'choose another key: /experiments/new is a page of its own',
    )
  })

  it('of pages take no other keys away', () => {
    for (const fits of Object.values(keys))
      for (const key of ['newer', 'event', 'setup', 'health']) expect(fits(key)).toBe(true)
  })
})
