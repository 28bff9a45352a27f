import { Button, Modal, type ModalProps, Textarea } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { Experiment } from '../../../../../shared/features/experiments/schemas/experiment.ts'
import type { Environment } from '../../../../../shared/features/projects/schemas/project.ts'
import { limits } from '../../../../../shared/limits.ts'
import { FormError } from '../../../components/form-error.tsx'
import { requiresReview, wasRejectedWithoutReview } from '../../publishing/publish-permission.ts'
import { ReviewerChoice } from '../../publishing/reviewer-choice.tsx'
import { useReviewers } from '../../publishing/use-reviewers.ts'
import { useRoleIn } from '../../session/use-role-in.ts'
import classes from './experiment.module.css'
import { type Starting, useStarting } from './use-starting.ts'

export type ExperimentDialogProps = {
  project: string
  experiment: Experiment
  environment: Environment
  onClose: () => void
}

/**
 * Starts or grows an experiment with a note, or requests a review for that. `how` is null while the form is incomplete.
 */
export function StartingDialog(
  props: ExperimentDialogProps & {
    title: string
    size?: ModalProps['size']
    how: Starting | null
    act: string
    children: ReactNode
  },
): ReactNode {
  const { project, experiment, environment, title, size = 'md', how, act, children, onClose } = props
  const starting = useStarting(project, experiment)
  const role = useRoleIn(project)(environment.key)
  const isUnreviewed = wasRejectedWithoutReview(starting.refusal)
  const review = requiresReview(role, environment) || isUnreviewed
  const reviewers = useReviewers(project, environment, review)
  const [message, setMessage] = useState('')
  const [asked, setAsked] = useState<readonly string[]>([])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (how && (await starting.run({ ...how, message: message.trim(), review, reviewers: asked }))) onClose()
  }
  return (
    <Modal opened onClose={onClose} size={size} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={(event) => void submit(event)} className={classes['dialog']}>
        {children}
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
        <FormError refusal={isUnreviewed ? null : starting.refusal} fields={[]} />
        <div className={classes['right']}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={starting.busy} disabled={how === null}>
            {review ? 'Request review' : act}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
