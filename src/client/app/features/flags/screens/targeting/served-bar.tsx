import { memo, type ReactNode } from 'react'
import type { FlagDocument } from '../../../../../../shared/schemas/flag.ts'
import { compactCount } from '../../../../../../shared/text/compact-count.ts'
import { percent } from '../../../../../../shared/text/rules/percent.ts'
import { Sparkline } from '../../../../components/sparkline.tsx'
import { trpc } from '../../../../trpc.ts'
import { servedShares } from '../../../variants/served.ts'
import { type BarShare, ShareBar } from '../../../variants/share-bar.tsx'
import { VariantMark } from '../../../variants/variant-mark.tsx'
import { slotOf, variantSlots } from '../../../variants/variant-slots.ts'
import { servesSame } from './edit-variants.ts'
import classes from './served-bar.module.css'

const dayMs = 60_000

type ServedBarProps = { project: string; environment: string; document: FlagDocument; known: readonly string[] }

const sameBar = (was: ServedBarProps, is: ServedBarProps): boolean =>
  was.project === is.project &&
  was.environment === is.environment &&
  was.known === is.known &&
  servesSame(was.document, is.document)

/**
 * What a flag served in an environment in the last 24 hours, as a bar with the first share and the number of
 * evaluations. Without evaluations, shows what it is configured to serve.
 */
export const ServedBar = memo(function ServedBar(props: ServedBarProps): ReactNode {
  const { project, environment, document, known } = props
  const input = { project, environment, flag: document.key, range: 'day' as const }
  const usage = trpc.insights.usage.useQuery(input, { staleTime: dayMs }).data
  const slots = variantSlots(document, known)
  if (usage === undefined || usage.total === 0) {
    // With rules, the result depends on the context, so no bar can show it.
    if (document.on && document.rules.length > 0) return null
    const planned = document.on
      ? servedShares(document.otherwise, slots)
      : [{ key: 'off', slot: slotOf(slots, document.offVariant), size: 1 }]
    return (
      <div className={classes['line']}>
        <ShareBar shares={planned} size={10} />
      </div>
    )
  }
  const sums = usage.series
    .map(({ variant, counts }) => ({ variant, count: counts.reduce<number>((sum, count) => sum + (count ?? 0), 0) }))
    .filter(({ count }) => count > 0)
  const shares = sums.map(
    ({ variant, count }): BarShare => ({ key: variant ?? '', slot: slotOf(slots, variant), size: count }),
  )
  const order = [...slots.keys()]
  const main = sums.find(({ variant }) => variant !== null && slotOf(slots, variant) !== 'off') ?? sums[0]
  const steps = usage.steps.map((_, i) => {
    const there = usage.series.map(({ counts }) => counts[i] ?? null)
    return there.every((count) => count === null) ? null : there.reduce<number>((sum, count) => sum + (count ?? 0), 0)
  })
  return (
    <>
      <div className={classes['line']}>
        <ShareBar shares={shares.toSorted((a, b) => order.indexOf(a.key) - order.indexOf(b.key))} size={10} />
        {main === undefined ? null : (
          <span className={classes['share']}>
            <VariantMark slot={slotOf(slots, main.variant)} name={main.variant ?? 'default in code'} />{' '}
            {percent(Math.round((main.count / usage.total) * 100) * 1_000)}
          </span>
        )}
      </div>
      <div className={classes['traffic']}>
        <span>{compactCount(usage.total)} in 24 h</span>
        <Sparkline points={steps} />
      </div>
    </>
  )
}, sameBar)
