import { skipToken } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { experimentStatusOf } from '../../../../shared/text/experiment/state-text.ts'
import { trpc } from '../../trpc.ts'
import { ExperimentMark } from './experiment-mark.tsx'
import classes from './experiments.module.css'
import { SetupSummary } from './setup-summary.tsx'

/** Shows the experiment that a change starts. Approving the change approves it. Empty if the change starts none. */
export function ChangeExperiment(props: { project: string; change: number; flag: string | undefined }): ReactNode {
  const { project, change, flag } = props
  const found = trpc.experiments.list
    .useQuery(flag === undefined ? skipToken : { project, flag })
    .data?.experiments.find(({ proposed, run }) => proposed === change || run?.change === change)
  const experiment = trpc.experiments.get.useQuery(
    found === undefined ? skipToken : { project, experiment: found.key },
  ).data
  const run = experiment?.runs.find((one) => one.change === change)
  if (experiment === undefined || run === undefined) return null
  return (
    <section className={classes['ofChange']} aria-label="Experiment">
      <h3>
        <Link to="/p/$project/experiments/$experiment" params={{ project, experiment: experiment.key }}>
          {experiment.name}
        </Link>{' '}
        <ExperimentMark standing={experimentStatusOf(experiment)} />
      </h3>
      <SetupSummary setup={run.setup} />
    </section>
  )
}
