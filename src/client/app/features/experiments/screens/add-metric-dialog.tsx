import { Button, Modal, Select } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { Experiment } from '../../../../../shared/features/experiments/schemas/experiment.ts'
import { FormError } from '../../../components/form-error.tsx'
import { done } from '../../../components/toast.tsx'
import { useAttempt } from '../../../components/use-attempt.ts'
import { trpc } from '../../../trpc.ts'
import classes from './experiment.module.css'

/** Adds a metric to a running experiment. Explains that it cannot decide the experiment. */
export function AddMetricDialog(props: {
  project: string
  experiment: Experiment
  /** Keys of the metrics it already has. */
  measured: readonly string[]
  onClose: () => void
  onAdded: (metric: string) => void
}): ReactNode {
  const { project, experiment, measured, onClose, onAdded } = props
  const { key, name } = experiment
  const utils = trpc.useUtils()
  const { attempt, busy, refusal } = useAttempt()
  const { mutateAsync: add } = trpc.experiments.addMetric.useMutation()
  const metrics = trpc.metrics.list.useQuery({ project }).data ?? []
  const [metric, setMetric] = useState<string | null>(null)
  const free = metrics.filter((one) => one.archivedAt === null && !measured.includes(one.key))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (metric === null) return
    const added = await attempt(async () => {
      await add({ project, experiment: key, metric })
      done(`Added ${free.find((one) => one.key === metric)?.definition.name ?? metric}`)
    })
    void utils.experiments.invalidate()
    if (!added) return
    onAdded(metric)
    onClose()
  }
  return (
    <Modal opened onClose={onClose} title={`Add a metric to ${name}`} closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={(event) => void submit(event)} className={classes['dialog']}>
        <Select
          label="Metric"
          placeholder={free.length === 0 ? 'Every metric is measured already' : 'What else you want to see'}
          data={free.map((one) => ({ value: one.key, label: one.definition.name }))}
          value={metric}
          onChange={setMetric}
          searchable
          data-autofocus
        />
        <p className={classes['lead']}>
          It shows from the next hour on, for everyone whose events are still kept. Whoever adds a metric may know what
          it says, so it decides nothing.
        </p>
        <FormError refusal={refusal} fields={[]} />
        <div className={classes['right']}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={busy} disabled={metric === null}>
            Add metric
          </Button>
        </div>
      </form>
    </Modal>
  )
}
