import { NumberInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { limits } from '../../../../shared/limits.ts'
import type { Serve, Split } from '../../../../shared/schemas/split.ts'
import { percent } from '../../../../shared/words/percent.ts'
import { weightsOf } from '../../../../shared/words/serve.ts'
import { rebalanced, withWeights } from './edit-serve.ts'
import classes from './serve-editor.module.css'

const unitsPerPercent = limits.weightUnits / 100

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
        <NumberInput
          key={variant}
          label={
            <span className={classes['share']}>
              <i data-shade={i % 6} aria-hidden /> {variant}
            </span>
          }
          aria-label={`${label}, percentage of ${variant}`}
          className={classes['percent']}
          value={weight / unitsPerPercent}
          min={0}
          max={100}
          decimalScale={3}
          clampBehavior="strict"
          hideControls
          suffix="%"
          onChange={(typed) => {
            if (typeof typed !== 'number') return
            onChange(
              withWeights(published, { split }, rebalanced(weights, variant, Math.round(typed * unitsPerPercent))),
            )
          }}
        />
      ))}
    </div>
  )
}
