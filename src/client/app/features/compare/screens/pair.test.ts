import { describe, expect, it } from 'vitest'
import type { Environment } from '../../../../../shared/features/projects/schemas/project.ts'
import { pairOf } from './pair.ts'

const environment = (key: string, isProtected = false): Environment => ({
  id: key,
  key,
  name: key,
  colour: 'teal',
  position: 0,
  protected: isProtected,
  requiredApprovals: 0,
  sampling: false,
  moveLimitPer100k: null,
  revision: 1,
})
const all = [environment('dev'), environment('staging'), environment('prod', true)]
const keys = (...[asked, last]: [[string?, string?], [string, string] | null]) =>
  pairOf(all, [asked[0], asked[1]], last)?.map(({ key }) => key)

describe('the pair to compare', () => {
  it('is the one that the address names', () => {
    expect(keys(['staging', 'dev'], ['dev', 'prod'])).toEqual(['staging', 'dev'])
  })
  it('is the last one where the address names none', () => {
    expect(keys([], ['dev', 'staging'])).toEqual(['dev', 'staging'])
  })
  it('is the first environment and the protected one where there is no last one', () => {
    expect(keys([], null)).toEqual(['dev', 'prod'])
  })
  it('is never one environment twice', () => {
    expect(keys(['prod', 'prod'], ['prod', 'prod'])).toEqual(['prod', 'staging'])
  })
  it('is nothing where there is one environment', () => {
    expect(pairOf([environment('dev')], [undefined, undefined], null)).toBe(null)
  })
})
