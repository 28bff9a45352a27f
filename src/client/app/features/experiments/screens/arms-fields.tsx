import { ActionIcon, Button, NumberInput, Select } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { ExperimentArm } from '../../../../../shared/features/experiments/schemas/experiment.ts'
import { limits } from '../../../../../shared/limits.ts'
import { percent } from '../../../../../shared/text/rules/percent.ts'
import { ShareBar } from '../../variants/share-bar.tsx'
import { VariantMark } from '../../variants/variant-mark.tsx'
import { type Slot, slotOf } from '../../variants/variant-slots.ts'
import classes from './setup.module.css'
import { evenWeights } from './setup-form.ts'

/** Edits the compared variants, the control first, and their weights. */
export function ArmsFields(props: {
  arms: readonly ExperimentArm[]
  variants: readonly string[]
  slots: ReadonlyMap<string, Slot>
  error: string | null
  onChange: (arms: ExperimentArm[]) => void
}): ReactNode {
  const { arms, variants, slots, error, onChange } = props
  const sum = arms.reduce((all, { weight }) => all + weight, 0)
  const free = variants.filter((key) => !arms.some(({ variant }) => variant === key))
  const even = (keys: readonly string[]) => {
    const weights = evenWeights(keys.length)
    onChange(keys.map((variant, at) => ({ variant, weight: weights[at] ?? 0 })))
  }
  const keys = arms.map(({ variant }) => variant)
  const off = sum === limits.weightUnits ? null : `The shares add up to ${percent(sum)}, not 100%.`
  return (
    <>
      <ul className={classes['arms']}>
        {arms.map(({ variant, weight }, at) => (
          <li key={variant}>
            <VariantMark slot={slotOf(slots, variant)} name={variant} />
            {at === 0 ? (
              <span className={classes['faint']}>control</span>
            ) : (
              <Button
                variant="subtle"
                size="compact-sm"
                aria-label={`Make control: ${variant}`}
                onClick={() => onChange([{ variant, weight }, ...arms.filter((one) => one.variant !== variant)])}
              >
                Make control
              </Button>
            )}
            <NumberInput
              aria-label={`Share of ${variant}`}
              className={classes['weight']}
              suffix="%"
              min={0.001}
              max={100}
              decimalScale={3}
              step={5}
              value={weight / 1_000}
              onChange={(value) =>
                onChange(
                  arms.map((one) =>
                    one.variant === variant ? { variant, weight: Math.round(Number(value) * 1_000) } : one,
                  ),
                )
              }
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Remove ${variant}`}
              disabled={arms.length <= 2}
              onClick={() => even(keys.filter((key) => key !== variant))}
            >
              <IconX size={15} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <div className={classes['armBar']}>
        <ShareBar
          size={10}
          shares={arms.map(({ variant, weight }) => ({ key: variant, slot: slotOf(slots, variant), size: weight }))}
        />
      </div>
      <div className={classes['acts']}>
        {free.length === 0 || arms.length >= limits.armsPerExperiment ? null : (
          <Select
            aria-label="Add variant"
            placeholder="Add variant"
            className={classes['adder']}
            data={free}
            value={null}
            onChange={(variant) => {
              if (variant !== null) even([...keys, variant])
            }}
          />
        )}
        <Button variant="default" onClick={() => even(keys)} disabled={arms.length < 2}>
          Make even
        </Button>
      </div>
      {(error ?? off) === null ? null : (
        <p className={classes['problem']} role="alert">
          {error ?? off}
        </p>
      )}
    </>
  )
}
