import { Button, Modal, Radio, Textarea } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { type Experiment, StopMode } from '../../../../../shared/features/experiments/schemas/experiment.ts'
import { limits } from '../../../../../shared/limits.ts'
import { FormError } from '../../../components/form-error.tsx'
import { done } from '../../../components/toast.tsx'
import { useAttempt } from '../../../components/use-attempt.ts'
import { trpc } from '../../../trpc.ts'
import classes from './experiment.module.css'

/** Stops a run before a decision, and shows what users get afterwards. */
export function StopDialog(props: {
  project: string
  experiment: Experiment
  where: string
  onClose: () => void
}): ReactNode {
  const { project, experiment, where, onClose } = props
  const { key, name, flag } = experiment
  const utils = trpc.useUtils()
  const { attempt, busy, refusal } = useAttempt()
  const { mutateAsync: stop } = trpc.experiments.stop.useMutation()
  const [how, setHow] = useState<StopMode>('as-before')
  const [why, setWhy] = useState('')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const stopped = await attempt(async () => {
      utils.experiments.get.setData({ project, experiment: key }, await stop({ project, experiment: key, how, why }))
      done(`Stopped ${name}`)
    })
    void utils.experiments.invalidate()
    void utils.flags.get.invalidate({ project, flag })
    if (stopped) onClose()
  }
  return (
    <Modal opened onClose={onClose} title={`Stop ${name} in ${where}`} closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={(event) => void submit(event)} className={classes['dialog']}>
        <Radio.Group label="What users get from now on" value={how} onChange={(value) => setHow(StopMode.parse(value))}>
          <div className={classes['choices']}>
            <Radio
              value="as-before"
              label="What they had before"
              description="The experiment’s rule is removed. This needs no approval."
            />
            <Radio
              value="as-it-is"
              label="What they get now"
              description="The rule stays and keeps its split, and nothing is measured any more."
            />
          </div>
        </Radio.Group>
        <Textarea
          label="Why"
          autosize
          minRows={2}
          maxLength={limits.messageLength}
          value={why}
          onChange={({ currentTarget }) => setWhy(currentTarget.value)}
        />
        <FormError refusal={refusal} fields={[]} />
        <div className={classes['right']}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" color="red" loading={busy}>
            Stop experiment
          </Button>
        </div>
      </form>
    </Modal>
  )
}
