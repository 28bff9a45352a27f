import { describe, expect, it } from 'vitest'
import { aFlag } from '../../../../tests/support/builders.ts'
import { digestOf } from '../../../shared/datafile/digest.ts'
import { patchDatafile } from '../../../shared/datafile/patch.ts'
import { limits } from '../../../shared/limits.ts'
import { EnvironmentState } from './environment-state.ts'

const at = (number: number) => ({ ...aFlag('checkout').with({ salt: `s${number}` }) })
const stateAt = (number: number) =>
  EnvironmentState.of({
    project: 'shop',
    environment: 'production',
    number,
    createdAt: new Date(0),
    publishedAt: new Date(number),
    heads: [{ kind: 'flag', key: 'checkout', document: at(number) }],
  })
const revision = (number: number, digest = digestOf({ checkout: at(number) }, {})) => ({
  environmentId: 'e',
  project: 'shop',
  environment: 'production',
  number,
  publishedAt: new Date(number),
  digest,
  actor: { kind: 'user' as const, id: null, name: 'Ada' },
  entries: [{ kind: 'flag' as const, key: 'checkout', document: at(number) }],
})

describe('the state of an environment', () => {
  it(`brings a program up to ${limits.streamBehindRevisions} revisions behind up to date with one patch`, () => {
    const state = stateAt(1)
    const had = state.datafile
    for (let number = 2; number <= limits.streamBehindRevisions + 1; number++) state.advance(revision(number))
    const patch = state.patchFrom(1)
    expect(patch && patchDatafile(had, patch)).toEqual(state.datafile)
  })

  it('has no patch for a program further behind, or ahead, or from before it was read', () => {
    const state = stateAt(10)
    for (let number = 11; number <= limits.streamBehindRevisions + 11; number++) state.advance(revision(number))
    expect([state.patchFrom(10), state.patchFrom(9), state.patchFrom(limits.streamBehindRevisions + 12)]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  it('stays as it is where a revision is not the next, or does not lead to the digest it names', () => {
    const state = stateAt(5)
    const before = state.datafile
    expect([state.advance(revision(7)), state.advance(revision(6, 'f'.repeat(32)))]).toEqual([undefined, undefined])
    expect(state.datafile).toBe(before)
  })

  it('has bytes and tag of its newest revision after each', () => {
    const state = stateAt(1)
    const first = state.json
    expect(state.json).toBe(first)
    state.advance(revision(2))
    expect(JSON.parse(state.json.toString())).toEqual(state.datafile)
    expect(state.etag).toBe(`"shop/production/2-${state.datafile.digest}"`)
  })
})
