import { type ReactNode, useState } from 'react'
import type { Serve, Split } from '../../../../../shared/schemas/split.ts'
import { percent } from '../../../../../shared/text/rules/percent.ts'
import { weightsOf } from '../../../../../shared/text/rules/serve.ts'
import { PercentField } from '../../../features/targeting/percent-field.tsx'
import { rebalanced, splitAmong } from './edit-serve.ts'
import classes from './serve-editor.module.css'

/** The weights of a split: a bar to see, a number to type. Typing one moves the others, so the sum stays. */
export function SplitFields(props: {
  label: string
  split: Split
  published: Serve
  variants: readonly string[]
  onChange: (serve: Serve) => void
}): ReactNode {
  const { label, split, published, variants, onChange } = props
  const known = weightsOf(split)
  const weights = new Map([...variants, ...known.keys()].map((variant) => [variant, known.get(variant) ?? 0]))
  // what the others give or take is counted from where the typing began, not from the last digit
  const [start, setStart] = useState<ReadonlyMap<string, number>>(weights)
  return (
    <div className={classes['split']}>
      <div className={classes['bar']} aria-hidden>
        {[...weights].map(([variant, weight], i) =>
          weight === 0 ? null : (
            <span
              key={variant}
              data-shade={i % 6}
              style={{ flexGrow: weight }}
              title={`${variant} ${percent(weight)}`}
            />
          ),
        )}
      </div>
      {[...weights].map(([variant, weight], i) => (
        <PercentField
          key={variant}
          title={
            <span className={classes['share']}>
              <i data-shade={i % 6} aria-hidden /> {variant}
            </span>
          }
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
