import type { FlagCell } from '../../../../../../shared/features/flags/schemas/flag-view.ts'
import type { FlagLife } from '../../../../../../shared/features/insights/schemas/insights.ts'
import { cellText } from '../../../../../../shared/text/cell/cell-text.ts'
import { counted, percent } from '../../../../../../shared/text/rules/percent.ts'
import { configuredWeightsIn } from '../../../variants/planned.ts'
import type { BarShare } from '../../../variants/share-bar.tsx'
import { slotIn } from '../../../variants/slot-in.ts'

export type CellShares = {
  shares: readonly BarShare[]
  /** The variant and share to show as a number, `43%`. Null if a number would be misleading. */
  main: { variant: string; share: string } | null
  /** True if the shares are configured, false if they were measured. */
  planned: boolean
  sentence: string
}

const whole = 100_000

/** Formats a share. Shows 0% and 100% only if exact. */
const figure = (part: number, all: number): string => {
  const units = Math.round((part / all) * 100)
  if (part > 0 && units === 0) return '<1%'
  if (part < all && units === 100) return '>99%'
  return percent(units * 1_000)
}

/**
 * The shares of a flag in one environment: what was served in the last 24 hours or, without evaluations, what everyone
 * else is configured to get.
 */
export const cellShares = (
  flag: { type: string; variants: readonly string[] },
  cell: Pick<FlagCell, 'on' | 'off' | 'rules' | 'serves'>,
  given: FlagLife['given'][string] | undefined,
): CellShares => {
  const planned = given === undefined || given.length === 0
  const sizes: readonly (readonly [string | null, number])[] = planned ? (configuredWeightsIn(cell) ?? []) : given
  const order = (variant: string | null) => (variant === null ? flag.variants.length : flag.variants.indexOf(variant))
  const sorted = sizes.filter(([, size]) => size > 0).toSorted(([a], [b]) => order(a) - order(b))
  const all = sorted.reduce((sum, [, size]) => sum + size, 0)
  const shares = sorted.map(
    ([variant, size]): BarShare => ({ key: variant ?? '', slot: slotIn(flag, cell, variant), size }),
  )
  if (planned && all > 0 && all < whole) shares.push({ key: ' ', slot: null, size: whole - all })
  const total = planned ? whole : all
  const [first] = sorted.filter(([variant]) => slotIn(flag, cell, variant) !== 'off').toSorted(([, a], [, b]) => b - a)
  const [told = first] = flag.type === 'boolean' ? [first ?? sorted[0]] : [first]
  const main = told === undefined || told[0] === null ? null : { variant: told[0], share: figure(told[1], total) }
  const set = cellText({ ...cell, on: true })
  const names = sorted.map(([variant, size]) => `${variant ?? 'the default in code'} ${figure(size, total)}`).join(', ')
  return {
    shares,
    main: planned && cell.rules > 0 ? null : main,
    planned,
    sentence: planned || names === '' ? set : `${names} in the last 24 hours. Set to serve: ${set}`,
  }
}

/** Label next to the bar: a share, or the number of rules if nothing was counted. */
export const cellLabel = ({ main, planned }: CellShares, cell: Pick<FlagCell, 'rules'>, wide: boolean): string => {
  if (main !== null) return wide ? `${main.variant} ${main.share}` : main.share
  return planned && cell.rules > 0 ? counted(cell.rules, 'rule') : ''
}
