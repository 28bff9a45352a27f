import { describe, expect, it } from 'vitest'
import type { FlagCell, FlagRow } from '../../../../../shared/features/flags/schemas/flag-view.ts'
import { cellAppearance, differingRows } from './matrix-rows.ts'

const cell = (on: boolean, percent = 25, rules = 0): FlagCell => ({
  ...{ on, rules, revision: 1, off: 'off' },
  serves: {
    rest: {
      shares: [
        { variant: 'on', weight: percent * 1_000 },
        { variant: 'off', weight: 100_000 - percent * 1_000 },
      ],
    },
  },
})
const row = (key: string, cells: FlagRow['cells']) => ({ flag: { key }, cells, updatedAt: '' }) as FlagRow
const both = [{ key: 'staging' }, { key: 'production' }]

describe('the matrix of environments', () => {
  it('shows the flags that are not set the same everywhere', () => {
    const rows = [
      row('same', { staging: cell(true), production: cell(true) }),
      row('off', { staging: cell(false, 10), production: cell(false, 20) }),
      row('turned', { staging: cell(true), production: cell(false) }),
      row('away', { staging: cell(true) }),
      row('ruled', { staging: cell(true, 25, 1), production: cell(true) }),
    ]
    expect(differingRows(rows, both).map(({ flag }) => flag.key)).toEqual(['turned', 'away', 'ruled'])
  })

  it('draws what is set, and nothing of what is off', () => {
    const boolean = { type: 'boolean', variants: ['on', 'off'] }
    expect(cellAppearance(boolean, cell(true, 25))).toEqual({
      shares: [
        { key: 'on', slot: 'on', size: 25_000 },
        { key: 'off', slot: 'off', size: 75_000 },
      ],
      words: 'on for 25%, off for 75%',
    })
    expect(cellAppearance(boolean, cell(false))).toEqual({ shares: [], words: 'off' })
    expect(cellAppearance(boolean, undefined).words).toBe('not here')
  })
})
