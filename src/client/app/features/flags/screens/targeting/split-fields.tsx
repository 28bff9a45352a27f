import { type ReactNode, useState } from 'react'
import type { Serve, Split } from '../../../../../../shared/schemas/split.ts'
import { weightsOf } from '../../../../../../shared/text/rules/serve.ts'
import { PercentField } from '../../../targeting/percent-field.tsx'
import { ShareBar } from '../../../variants/share-bar.tsx'
import { VariantMark } from '../../../variants/variant-mark.tsx'
import { type Slot, slotOf } from '../../../variants/variant-slots.ts'
import { rebalanced, splitAmong } from './edit-serve.ts'
import classes from './serve-editor.module.css'

/** Edits the weights of a split. Changing one adjusts the others, so that the sum stays the same. */
export function SplitFields(props: {
  label: string
  split: Split
  published: Serve
  slots: ReadonlyMap<string, Slot>
  variants: readonly string[]
  onChange: (serve: Serve) => void
}): ReactNode {
  const { label, split, published, slots, variants, onChange } = props
  const known = weightsOf(split)
  const weights = new Map([...variants, ...known.keys()].map((variant) => [variant, known.get(variant) ?? 0]))
  // The others are adjusted relative to the weights at the start of typing, not to the last keystroke.
  const [start, setStart] = useState<ReadonlyMap<string, number>>(weights)
  return (
    <div className={classes['split']}>
      <div className={classes['bar']}>
        <ShareBar
          size={10}
          shares={[...weights].map(([variant, weight]) => ({
            key: variant,
            slot: slotOf(slots, variant),
            size: weight,
          }))}
        />
      </div>
      {[...weights].map(([variant, weight]) => (
        <PercentField
          key={variant}
          title={<VariantMark slot={slotOf(slots, variant)} name={variant} />}
          label={`${label}, percentage of ${variant}`}
          className={classes['percent']}
          weight={weight}
          onFocus={() => setStart(weights)}
          onChange={(next) => onChange(splitAmong(published, { split }, rebalanced(start, variant, next)))}
        />
      ))}
    </div>
  )
}
