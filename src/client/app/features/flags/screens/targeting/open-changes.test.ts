import { describe, expect, it } from 'vitest'
import type { ChangeSummary } from '../../../../../../shared/features/changes/schemas/change.ts'
import { openChangesOfFlag } from './open-changes.ts'

const author = { id: null, name: 'Ada' }
const change = (number: number, state: ChangeSummary['state'], environment: string, at?: string): ChangeSummary => ({
  number,
  title: `Change ${number}`,
  author,
  state,
  conflict: null,
  reviewers: [],
  schedule: at === undefined ? null : { at, zone: 'UTC', madeBy: 'Ada', madeAt: at },
  createdAt: '2026-11-20T00:00:00.000Z',
  updatedAt: '2026-11-20T00:00:00.000Z',
  places: [{ environment, kind: 'flag', key: 'hero' }],
  approved: false,
  bypassed: false,
})

describe('what is coming to a flag in an environment', () => {
  const all = [
    change(1, 'in-review', 'production'),
    change(2, 'scheduled', 'production', '2026-11-24T09:00:00.000Z'),
    change(3, 'scheduled', 'production', '2026-11-23T09:00:00.000Z'),
    change(4, 'approved', 'staging'),
    change(5, 'draft', 'production'),
  ]
  it('is what touches it there, the next to go live first', () => {
    expect(openChangesOfFlag(all, 'hero', 'production').map(({ number }) => number)).toEqual([3, 2, 1, 5])
  })
  it('is nothing for another flag', () => {
    expect(openChangesOfFlag(all, 'checkout', 'production')).toEqual([])
  })
})
