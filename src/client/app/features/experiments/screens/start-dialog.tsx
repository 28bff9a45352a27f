import type { ReactNode } from 'react'
import { SetupSummary } from '../setup-summary.tsx'
import classes from './experiment.module.css'
import { type ExperimentDialogProps, StartingDialog } from './starting-dialog.tsx'

/** Summarizes the experiment, then starts it or requests a review. */
export function StartDialog(props: ExperimentDialogProps & { act: 'start' | 'again' }): ReactNode {
  const { act, ...of } = props
  const { setup, name } = of.experiment
  return (
    <StartingDialog
      {...of}
      title={act === 'start' ? `Start ${name}` : `Run ${name} again`}
      size={560}
      how={{ act }}
      act={`Start in ${of.environment.name}`}
    >
      <SetupSummary setup={setup} />
      <p className={classes['lead']}>
        The plan is fixed when it starts: metrics, shares and looks can’t be changed while it runs.
        {act === 'again' ? ' Users are divided anew; what earlier runs measured stays.' : ''}
      </p>
    </StartingDialog>
  )
}
