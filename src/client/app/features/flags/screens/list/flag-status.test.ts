import { describe, expect, it } from 'vitest'
import type { FlagCell } from '../../../../../../shared/features/flags/schemas/flag-view.ts'
import type { FlagLife } from '../../../../../../shared/features/insights/schemas/insights.ts'
import type { Environment } from '../../../../../../shared/features/projects/schemas/project.ts'
import { flagStatus } from './flag-status.ts'

const environment = (key: string, isProtected = false): Environment => ({
  ...{
    id: key,
    key,
    name: key,
    colour: 'teal',
    position: 0,
    requiredApprovals: 0,
    sampling: false,
    moveLimitPer100k: null,
    revision: 1,
  },
  protected: isProtected,
})
const both = [environment('development'), environment('production', true)]
const cell = (on: boolean, percent = 100): FlagCell => ({
  ...{ on, rules: 0, revision: 1, off: 'off' },
  serves: {
    rest: {
      shares: [
        { variant: 'on', weight: percent * 1_000 },
        { variant: 'off', weight: 100_000 - percent * 1_000 },
      ],
    },
  },
})
const life = (more: Partial<FlagLife> = {}): FlagLife => ({
  ...{ flag: 'a', state: 'live', hours: [], given: {}, rollingIn: [], killedIn: [], next: null },
  ...more,
})
const next = { change: 7, title: 'On', at: '2026-11-23T08:00:00.000Z', places: ['production'] }

describe('the status of a flag', () => {
  it.each([
    ['live', { production: cell(true) }, life()],
    ['rolling', { production: cell(true, 25) }, life({ next, rollingIn: ['production'] })],
    ['live', { production: cell(true) }, life({ rollingIn: ['development'] })],
    ['scheduled', { production: cell(false) }, life({ next })],
    ['scheduled', { production: cell(true) }, life({ next })],
    ['not-live', { development: cell(true), production: cell(false) }, life()],
    ['settled', { production: cell(true) }, life({ state: 'settled' })],
    ['stale', { production: cell(true) }, life({ state: 'stale' })],
    ['killed', { production: cell(false) }, life({ killedIn: ['production'] })],
    ['live', { production: cell(true) }, life({ killedIn: ['production'] })],
  ])('is %s', (status, cells, known) => expect(flagStatus(cells, known, both)).toBe(status))

  it('is told by every environment where none is protected, and not at all before it is known', () => {
    expect(flagStatus({ development: cell(true) }, life(), [environment('development')])).toBe('live')
    expect(flagStatus({ production: cell(true) }, undefined, both)).toBeNull()
  })
})
