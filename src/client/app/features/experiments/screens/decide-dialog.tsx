import { Button, Modal, NativeSelect, Radio, Textarea } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { Experiment, ExperimentDecision } from '../../../../../shared/features/experiments/schemas/experiment.ts'
import { limits } from '../../../../../shared/limits.ts'
import { FormError } from '../../../components/form-error.tsx'
import { done } from '../../../components/toast.tsx'
import { useAttempt } from '../../../components/use-attempt.ts'
import { trpc } from '../../../trpc.ts'
import classes from './experiment.module.css'

type What = ExperimentDecision['what']

const titles: Record<What, string> = { ship: 'Ship a variant', keep: 'Keep as before', nothing: 'Nothing learned' }

const acts: Record<What, string> = { ship: 'Draft the change', keep: 'Keep as before', nothing: 'Close it' }

/** Records the decision of an experiment. Shipping creates a change for the variant, which is reviewed as usual. */
export function DecideDialog(props: {
  project: string
  experiment: Experiment
  what: What
  /** The preselected variant. */
  arm: string | undefined
  onClose: () => void
}): ReactNode {
  const { project, experiment, what, onClose } = props
  const { key, name, setup, flag } = experiment
  const arms = setup.arms.map(({ variant }) => variant)
  const utils = trpc.useUtils()
  const navigate = useNavigate()
  const { attempt, busy, refusal } = useAttempt()
  const { mutateAsync: decide } = trpc.experiments.decide.useMutation()
  const [arm, setArm] = useState(props.arm ?? arms.at(-1) ?? '')
  const [to, setTo] = useState<'audience' | 'everyone'>('everyone')
  const [sentence, setSentence] = useState('')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (sentence.trim() === '') return
    const decided = await attempt(async () => {
      const said = { project, experiment: key, what, sentence, ...(what === 'ship' && { arm, to }) }
      const { experiment: now, change } = await decide(said)
      utils.experiments.get.setData({ project, experiment: key }, now)
      void utils.changes.invalidate()
      done(what === 'ship' ? `Drafted the change that ships ${arm}` : `Decided ${name}`)
      if (change !== null)
        void navigate({ to: '/p/$project/changes/$change', params: { project, change: String(change) } })
    })
    void utils.experiments.invalidate()
    void utils.flags.get.invalidate({ project, flag })
    if (decided) onClose()
  }
  return (
    <Modal opened onClose={onClose} title={titles[what]} closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={(event) => void submit(event)} className={classes['dialog']}>
        {what === 'ship' ? (
          <>
            <NativeSelect
              label="Variant"
              value={arm}
              onChange={({ currentTarget }) => setArm(currentTarget.value)}
              data={arms}
            />
            <Radio.Group
              label="Who gets it"
              value={to}
              onChange={(value) => setTo(value === 'audience' ? value : 'everyone')}
            >
              <div className={classes['choices']}>
                <Radio value="everyone" label="Everyone" description="It becomes what everyone else gets." />
                <Radio value="audience" label="The experiment’s audience" description="Others keep what they have." />
              </div>
            </Radio.Group>
            <p className={classes['lead']}>
              This drafts a change. Nothing moves until it’s published, and it’s reviewed like any other.
            </p>
          </>
        ) : (
          <p className={classes['lead']}>
            {what === 'keep'
              ? 'Users keep what they had before the experiment. If its rule is still there, this drafts the change that removes it.'
              : 'The question stays open. If the experiment’s rule is still there, this drafts the change that removes it.'}
          </p>
        )}
        <Textarea
          label="What did you learn?"
          placeholder="“Pay now” sells more; most of it on phones."
          required
          autosize
          minRows={2}
          maxLength={limits.messageLength}
          data-autofocus
          value={sentence}
          onChange={({ currentTarget }) => setSentence(currentTarget.value)}
        />
        <FormError refusal={refusal} fields={[]} />
        <div className={classes['right']}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={busy} disabled={sentence.trim() === ''}>
            {acts[what]}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
