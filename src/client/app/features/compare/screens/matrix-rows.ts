import type { FlagCell, FlagRow } from '../../../../../shared/features/flags/schemas/flag-view.ts'
import type { Environment } from '../../../../../shared/features/projects/schemas/project.ts'
import { cellText } from '../../../../../shared/text/cell/cell-text.ts'
import { configuredWeightsIn } from '../../variants/planned.ts'
import type { BarShare } from '../../variants/share-bar.tsx'
import { slotIn } from '../../variants/slot-in.ts'

const settingText = (cell: FlagCell | undefined): string =>
  cell === undefined ? 'not here' : cell.on ? `${cell.rules} ${cellText(cell)}` : 'off'

export const differingRows = (
  rows: readonly FlagRow[],
  environments: readonly Pick<Environment, 'key'>[],
): readonly FlagRow[] =>
  rows.filter(({ cells }) => new Set(environments.map(({ key }) => settingText(cells[key]))).size > 1)

/** A flag’s setting in one environment, as bar shares and as short text. */
export const cellAppearance = (
  flag: { type: string; variants: readonly string[] },
  cell: FlagCell | undefined,
): { shares: readonly BarShare[]; words: string } => {
  if (cell === undefined) return { shares: [], words: 'not here' }
  if (!cell.on) return { shares: [], words: 'off' }
  const shares = (configuredWeightsIn(cell) ?? []).map(([key, size]) => ({ key, slot: slotIn(flag, cell, key), size }))
  return { shares, words: cellText(cell) }
}
