import type { ReactNode } from 'react'
import type { Usage } from '../../../../../shared/features/insights/schemas/insights.ts'
import { compactCount } from '../../../../../shared/text/compact-count.ts'
import { percent } from '../../../../../shared/text/rules/percent.ts'
import { VariantMark } from '../../variants/variant-mark.tsx'
import { type Slot, slotOf } from '../../variants/variant-slots.ts'
import classes from './insights.module.css'

/** Number of variants with their own figure, next to the total. */
const most = 3

/** Total evaluations of a flag, and the share of each variant. */
export function UsageStats(props: { usage: Usage; slots: ReadonlyMap<string, Slot>; during: string }): ReactNode {
  const { usage, slots, during } = props
  const given = usage.series
    .map(({ variant, counts }) => ({ variant, count: counts.reduce<number>((sum, count) => sum + (count ?? 0), 0) }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
  return (
    <dl className={classes['stats']}>
      <div>
        <dt>Evaluations</dt>
        <dd className={classes['stat']}>{compactCount(usage.total)}</dd>
        <dd>in {during}</dd>
      </div>
      {given.slice(0, most).map(({ variant, count }) => (
        <div key={variant ?? ''}>
          <dt>
            <VariantMark slot={slotOf(slots, variant)} name={variant ?? 'default in code'} />
          </dt>
          <dd className={classes['stat']}>{share(count, usage.total)}</dd>
          <dd>{compactCount(count)} times</dd>
        </div>
      ))}
    </dl>
  )
}

/** Shows 0% and 100% only if exact; everything between is rounded away from them. */
const share = (count: number, total: number): string => {
  const units = Math.round((count / total) * 100)
  if (units === 0) return '<1%'
  return units === 100 && count < total ? '>99%' : percent(units * 1_000)
}
