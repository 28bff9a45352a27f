import { NumberInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { limits } from '../../../../../shared/limits.ts'
import { percent } from '../../../../../shared/text/rules/percent.ts'
import classes from './experiment.module.css'
import { type ExperimentDialogProps, StartingDialog } from './starting-dialog.tsx'

const unit = limits.weightUnits / 100

/** Increases the share of a running experiment, or requests a review for that. */
export function GrowDialog(props: ExperimentDialogProps): ReactNode {
  const { setup, name } = props.experiment
  // The input may be invalid while typing.
  const [typed, setTyped] = useState<number | string>(Math.min(limits.weightUnits, setup.share * 2) / unit)
  const share = typeof typed === 'number' ? Math.round(typed * unit) : 0
  const isMore = share > setup.share && share <= limits.weightUnits
  return (
    <StartingDialog
      {...props}
      title={`Grow ${name}`}
      how={isMore ? { share } : null}
      act={isMore ? `Grow to ${percent(share)}` : 'Grow'}
    >
      <NumberInput
        label="Take part"
        description={`${percent(setup.share)} of the audience take part now.`}
        suffix="%"
        min={setup.share / unit}
        max={100}
        allowNegative={false}
        decimalScale={3}
        data-autofocus
        value={typed}
        onChange={setTyped}
        error={isMore ? null : `Enter more than ${percent(setup.share)}, at most 100%.`}
      />
      <p className={classes['lead']}>
        Whoever takes part keeps their variant; nobody is moved. The variants’ shares and a smaller part can’t be set
        while it runs: stop it and run it again for those.
      </p>
    </StartingDialog>
  )
}
