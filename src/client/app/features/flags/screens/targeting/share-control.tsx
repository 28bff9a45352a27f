import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { limits } from '../../../../../../shared/limits.ts'
import { percent } from '../../../../../../shared/text/rules/percent.ts'
import { PercentField } from '../../../targeting/percent-field.tsx'
import { type Slot, slotColour } from '../../../variants/variant-slots.ts'
import classes from './share-control.module.css'

const unitsPerPercent = limits.weightUnits / 100
const steps = [1, 5, 10, 25, 50, 100]

/** Edits one variant’s share with a slider that marks the published share, a number field and presets. */
export function ShareControl(props: {
  label: string
  slot: Slot
  weight: number
  /** The published share. Null if the rule is new or has no share. */
  was: number | null
  onChange: (weight: number) => void
}): ReactNode {
  const { label, slot, weight, was, onChange } = props
  const value = Math.round(weight / unitsPerPercent)
  const moved = was !== null && was !== weight
  return (
    <div className={classes['control']} style={{ '--slot': slotColour(slot) }}>
      <div className={classes['top']}>
        <div className={classes['track']}>
          <input
            type="range"
            min={0}
            max={100}
            step={1}
            value={value}
            aria-label={`${label}, share`}
            aria-valuetext={percent(weight)}
            className={classes['range']}
            style={{ '--at': `${weight / unitsPerPercent}%` }}
            onChange={(event) => onChange(Number(event.currentTarget.value) * unitsPerPercent)}
          />
          {moved ? (
            <span className={classes['was']} style={{ '--at': was / limits.weightUnits }}>
              was {percent(was)}
            </span>
          ) : null}
        </div>
        <PercentField
          label={`${label}, percentage`}
          className={classes['percent']}
          weight={weight}
          onChange={onChange}
        />
      </div>
      <div className={classes['steps']} role="group" aria-label={`${label}, common shares`}>
        {steps.map((step) => (
          <Button
            key={step}
            variant={value === step ? 'light' : 'default'}
            size="compact-xs"
            aria-pressed={value === step}
            onClick={() => onChange(step * unitsPerPercent)}
          >
            {step}%
          </Button>
        ))}
      </div>
    </div>
  )
}
