import { describe, expect, it } from 'vitest'
import { limits } from '../../../limits.ts'
import { type FlagRow, ListFlagsInput } from '../schemas/flag-view.ts'
import { filterRows, needsOf } from './filter.ts'
import { sorted } from './order.ts'

const row = (key: string, part: Partial<FlagRow['flag']> = {}, on: string[] = []): FlagRow => ({
  flag: {
    key,
    name: key,
    description: '',
    type: 'boolean',
    variants: ['on', 'off'],
    tags: [],
    owner: null,
    permanence: 'temporary',
    expectedEnd: null,
    visibleToClients: false,
    createdAt: '2026-11-20T12:00:00.000Z',
    archivedAt: null,
    keptIn: null,
    ...part,
  },
  cells: Object.fromEntries(
    ['development', 'production'].map((env) => [
      env,
      { on: on.includes(env), rules: 0, revision: 1, serves: { rest: { variant: 'on' } }, off: 'off' },
    ]),
  ),
  updatedAt: '2026-11-20T12:00:00.000Z',
})

const rows = [
  row('checkout-redesign', { tags: ['web'], description: 'New checkout' }, ['development', 'production']),
  row('banner', { type: 'string', owner: { id: '0198c0de-0000-7000-8000-000000000001', name: 'Ada' } }, [
    'development',
  ]),
  row('old', {}, []),
]
const keys = (query: string) => filterRows(rows, query, { nowMs: 0 }).map(({ flag }) => flag.key)

describe('the filter of the flag list', () => {
  it.each([
    ['', ['checkout-redesign', 'banner', 'old']],
    ['CHECK', ['checkout-redesign']],
    ['new checkout', ['checkout-redesign']],
    ['tag:web', ['checkout-redesign']],
    ['-tag:web', ['banner', 'old']],
    ['type:string', ['banner']],
    ['owner:ada', ['banner']],
    ['on:production', ['checkout-redesign']],
    ['on:prod', ['checkout-redesign']],
    ['off:any', ['banner', 'old']],
    ['on:any -on:production', ['banner']],
    ['no:such', []],
    ['tag: -is:', ['checkout-redesign', 'banner', 'old']],
  ])('reads %j', (query, expected) => {
    expect(keys(query)).toEqual(expected)
  })
})

it('looks at the text of a flag once, however many words there are', () => {
  let reads = 0
  const counting = row('long')
  Object.defineProperty(counting.flag, 'description', { get: () => `${(reads += 1)} of it` })
  expect(filterRows([counting], '-a1 -a2 -a3 no:such long', { nowMs: 0 })).toEqual([])
  expect(filterRows([counting], '-a1 -a2 -a3 -no:such long', { nowMs: 0 })).toEqual([counting])
  expect(reads).toBe(2)
})

it(`has at most ${limits.filterWords} words`, () => {
  const read = (words: number) =>
    ListFlagsInput.safeParse({ project: 'web', query: Array.from({ length: words }, () => 'a').join('  ') }).success
  expect([read(limits.filterWords), read(limits.filterWords + 1)]).toEqual([true, false])
})

describe('what the filter knows about a flag', () => {
  const now = Date.parse('2026-11-21T12:00:00.000Z')
  const found = (query: string) => filterRows(rows, query, { nowMs: now }).map(({ flag }) => flag.key)

  it.each([
    ['env:production=on', ['checkout-redesign']],
    ['env:p=off', ['banner', 'old']],
    ['is:everywhere', ['checkout-redesign']],
    ['is:off', ['old']],
    ['-is:off type:string', ['banner']],
    ['key:check', ['checkout-redesign']],
    ['updated:<2d', ['checkout-redesign', 'banner', 'old']],
    ['created:>2d', []],
    ['is:nonsense', []],
    ['updated:soon', []],
  ])('%s', (query, expected) => expect(found(query)).toEqual(expected))
})

describe('the filter by state', () => {
  it('asks for states only where it names one, and finds the flags that have it', () => {
    expect(['is:stale', '-is:draft web', 'is:on', 'stale'].map((query) => needsOf(query).states)).toEqual([
      true,
      true,
      false,
      false,
    ])
    const states = new Map([
      ['banner', 'stale'],
      ['old', 'draft'],
    ] as const)
    expect(filterRows(rows, 'is:stale', { nowMs: 0, stateOf: states }).map(({ flag }) => flag.key)).toEqual(['banner'])
    expect(filterRows(rows, 'is:stale', { nowMs: 0 })).toEqual([])
  })
})

describe('the order of the flag list', () => {
  it('is by name, or the one that changed last first; by key where that is the same', () => {
    const later = { ...row('zebra'), updatedAt: '2026-11-21T12:00:00.000Z' }
    const all = [row('b'), later, row('a')]
    expect([sorted(all, 'name'), sorted(all, 'updated')].map((list) => list.map(({ flag }) => flag.key))).toEqual([
      ['a', 'b', 'zebra'],
      ['zebra', 'a', 'b'],
    ])
  })
})

describe('what a filter needs', () => {
  it.each([
    ['checkout tag:web owner:ada type:s created:<3d is:client', false],
    ['on:production', true],
    ['-off:any', true],
    ['env:p=on', true],
    ['is:everywhere', true],
    ['updated:<3d', true],
    ['is:stale', true],
  ])('is what the environments serve: %s', (query, cells) => expect(needsOf(query).cells).toBe(cells))
})
