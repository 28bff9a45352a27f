import type { ReactNode } from 'react'
import type { Step } from '../../../../../shared/engine/explain/trace.ts'
import { limits } from '../../../../../shared/limits.ts'
import type { FlagDocument } from '../../../../../shared/schemas/flag.ts'
import { percent } from '../../../../../shared/text/rules/percent.ts'
import { ShareBar } from '../../variants/share-bar.tsx'
import { VariantMark } from '../../variants/variant-mark.tsx'
import { slotOf, variantSlots } from '../../variants/variant-slots.ts'
import { bucketOf } from './bucket-of.ts'
import classes from './playground.module.css'

/** The user’s bucket on the line that a split divides, with the surrounding ranges. */
export function BucketLine(props: {
  steps: readonly Step[]
  document: FlagDocument
  made: readonly string[]
}): ReactNode {
  const bucket = bucketOf(props.steps)
  if (bucket === null) return null
  const { point, ranges } = bucket
  const slots = variantSlots(props.document, props.made)
  const at = point / limits.weightUnits
  return (
    <figure className={classes['bucket']}>
      <div className={classes['bucketLine']} aria-hidden>
        <ShareBar
          size={16}
          shares={ranges.map(({ variant, from, to }) => ({
            key: String(from),
            slot: variant === null ? null : slotOf(slots, variant),
            size: to - from,
          }))}
        />
        <span className={classes['bucketMark']} data-late={at > 0.7 || undefined} style={{ '--at': `${at * 100}%` }}>
          <span>bucket {percent(point)}</span>
        </span>
      </div>
      <figcaption>
        {ranges.map(({ variant, from, to }) => (
          <span key={from}>
            {variant === null ? 'later rules' : <VariantMark slot={slotOf(slots, variant)} name={variant} />}{' '}
            {percent(from)} to {percent(to)}
          </span>
        ))}
      </figcaption>
    </figure>
  )
}
