import { Button, Modal, Textarea } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { limits } from '../../../../shared/limits.ts'
import type { Experiment } from '../../../../shared/schemas/experiment.ts'
import type { Environment } from '../../../../shared/schemas/project.ts'
import { FormError } from '../../components/form-error.tsx'
import { SetupSummary } from '../../features/experiments/setup-summary.tsx'
import { asksReview, refusedUnreviewed } from '../../features/publishing/may-publish.ts'
import { ReviewerChoice } from '../../features/publishing/reviewer-choice.tsx'
import { useReviewers } from '../../features/publishing/use-reviewers.ts'
import { useRoleIn } from '../../features/session/use-role-in.ts'
import classes from './experiment.module.css'
import { useStarting } from './use-starting.ts'

/** Says once more what will run, and starts it or asks for a review. */
export function StartDialog(props: {
  project: string
  experiment: Experiment
  environment: Environment
  act: 'start' | 'again'
  onClose: () => void
}): ReactNode {
  const { project, experiment, environment, act, onClose } = props
  const { setup, name } = experiment
  const starting = useStarting(project, experiment)
  const role = useRoleIn(project)(environment.key)
  const review = asksReview(role, environment) || refusedUnreviewed(starting.refusal)
  const reviewers = useReviewers(project, environment, review)
  const [message, setMessage] = useState('')
  const [asked, setAsked] = useState<readonly string[]>([])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (await starting.run({ act, message: message.trim(), review, reviewers: asked })) onClose()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      size={560}
      title={act === 'start' ? `Start ${name}` : `Run ${name} again`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={(event) => void submit(event)} className={classes['dialog']}>
        <SetupSummary setup={setup} />
        <p className={classes['lead']}>
          The plan is fixed when it starts: metrics, shares and looks can’t be changed while it runs.
          {act === 'again' ? ' Users are divided anew; what earlier runs measured stays.' : ''}
        </p>
        <Textarea
          label="Note"
          autosize
          minRows={2}
          maxLength={limits.messageLength}
          data-autofocus
          value={message}
          onChange={({ currentTarget }) => setMessage(currentTarget.value)}
        />
        {review && reviewers !== undefined ? (
          <ReviewerChoice reviewers={reviewers} asked={asked} onChange={setAsked} />
        ) : null}
        <FormError refusal={refusedUnreviewed(starting.refusal) ? null : starting.refusal} fields={[]} />
        <div className={classes['right']}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={starting.busy}>
            {review ? 'Request review' : `Start in ${environment.name}`}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
