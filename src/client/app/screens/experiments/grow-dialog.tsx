import { Button, Modal, NumberInput, Textarea } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { limits } from '../../../../shared/limits.ts'
import type { Experiment } from '../../../../shared/schemas/experiment.ts'
import type { Environment } from '../../../../shared/schemas/project.ts'
import { percent } from '../../../../shared/text/rules/percent.ts'
import { FormError } from '../../components/form-error.tsx'
import { asksReview, refusedUnreviewed } from '../../features/publishing/may-publish.ts'
import { ReviewerChoice } from '../../features/publishing/reviewer-choice.tsx'
import { useReviewers } from '../../features/publishing/use-reviewers.ts'
import { useRoleIn } from '../../features/session/use-role-in.ts'
import classes from './experiment.module.css'
import { useStarting } from './use-starting.ts'

const unit = limits.weightUnits / 100

/** Gives a running experiment to more of its audience, or asks for a review of that. */
export function GrowDialog(props: {
  project: string
  experiment: Experiment
  environment: Environment
  onClose: () => void
}): ReactNode {
  const { project, experiment, environment, onClose } = props
  const { setup, name } = experiment
  const starting = useStarting(project, experiment)
  const role = useRoleIn(project)(environment.key)
  const review = asksReview(role, environment) || refusedUnreviewed(starting.refusal)
  const reviewers = useReviewers(project, environment, review)
  const [share, setShare] = useState(Math.min(limits.weightUnits, setup.share * 2))
  const [message, setMessage] = useState('')
  const [asked, setAsked] = useState<readonly string[]>([])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (await starting.run({ share, message: message.trim(), review, reviewers: asked })) onClose()
  }
  return (
    <Modal opened onClose={onClose} title={`Grow ${name}`} closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={(event) => void submit(event)} className={classes['dialog']}>
        <NumberInput
          label="Take part"
          description={`${percent(setup.share)} of the audience take part now.`}
          suffix="%"
          min={setup.share / unit}
          max={100}
          decimalScale={3}
          data-autofocus
          value={share / unit}
          onChange={(value) => setShare(Math.round(Number(value) * unit))}
        />
        <p className={classes['lead']}>
          Whoever takes part keeps their variant; nobody is moved. The variants’ shares and a smaller part can’t be set
          while it runs: stop it and run it again for those.
        </p>
        <Textarea
          label="Note"
          autosize
          minRows={2}
          maxLength={limits.messageLength}
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
          <Button type="submit" loading={starting.busy} disabled={share <= setup.share}>
            {review ? 'Request review' : `Grow to ${percent(share)}`}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
