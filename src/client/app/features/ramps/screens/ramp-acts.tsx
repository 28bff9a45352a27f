import { Button, Modal, Textarea } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Environment } from '../../../../../shared/features/projects/schemas/project.ts'
import type { Ramp } from '../../../../../shared/features/ramps/schemas/ramp.ts'
import { percent } from '../../../../../shared/text/rules/percent.ts'
import { FormError } from '../../../components/form-error.tsx'
import { Kbd } from '../../../components/kbd.tsx'
import { useShortcut } from '../../../components/shortcuts.ts'
import { useRampActs } from '../use-ramp-acts.ts'
import classes from './flag-ramp-screen.module.css'

/** Actions on an open ramp. P pauses or resumes, N takes the next step, B undoes it. */
export function RampActs(props: { project: string; ramp: Ramp; environment: Environment | undefined }): ReactNode {
  const { project, ramp, environment } = props
  const { can, state, touched, choices, plan, before, step } = ramp
  const acts = useRampActs(project, ramp)
  const [sheet, setSheet] = useState<'undo' | 'everyone' | null>(null)
  const [why, setWhy] = useState('')
  const paused = state === 'paused'
  const nextShare = percent(plan.steps[step + 1]?.share ?? 0)
  const nextIsLast = step + 1 >= plan.steps.length - 1
  const close = () => {
    acts.forget()
    setSheet(null)
  }
  const pauseOrResume = () => {
    if (paused && can.resume === null && touched === null) void acts.resume()
    else if (!paused && can.pause === null) void acts.pause()
  }
  useShortcut('p', paused ? 'Resume ramp' : 'Pause ramp', pauseOrResume)
  const goOn = () => {
    if (can.goOn === null && (state === 'waiting' || !nextIsLast)) void acts.goOn()
  }
  useShortcut('n', 'Take the next step now', goOn)
  useShortcut('b', 'Undo ramp', () => {
    if (can.rollBack === null) setSheet('undo')
  })
  const where = environment?.name ?? ramp.environment
  const approvals = (environment?.requiredApprovals ?? 0) > 0
  // If several actions are forbidden in this state, the reason is the same.
  const reason = [can.rollBack, paused ? can.resume : can.pause].find((one) => one !== null)
  const confirm = async () => {
    const acted = sheet === 'undo' ? await acts.undo(why.trim()) : await acts.toEveryone()
    if (acted) setSheet(null)
  }
  return (
    <div className={classes['acts']}>
      {state === 'waiting' && can.goOn === null ? (
        <Button loading={acts.busy} onClick={goOn} rightSection={<Kbd>N</Kbd>}>
          {nextIsLast ? 'Continue to everyone' : `Continue to ${nextShare}`}
        </Button>
      ) : null}
      {paused && can.resume === null && touched === null ? (
        <Button loading={acts.busy} onClick={pauseOrResume} rightSection={<Kbd>P</Kbd>}>
          Resume
        </Button>
      ) : null}
      {paused && can.resume === null && choices.includes('put-back') ? (
        <Button loading={acts.busy} onClick={() => void acts.resume('put-back')}>
          Restore the plan and resume
        </Button>
      ) : null}
      {paused && can.resume === null && choices.includes('keep') ? (
        <Button variant="default" loading={acts.busy} onClick={() => void acts.resume('keep')}>
          Resume from the flag as it is
        </Button>
      ) : null}
      {!paused && can.pause === null ? (
        <Button variant="default" loading={acts.busy} onClick={pauseOrResume} rightSection={<Kbd>P</Kbd>}>
          Pause
        </Button>
      ) : null}
      {state === 'running' && can.goOn === null && !nextIsLast ? (
        <Button variant="default" loading={acts.busy} onClick={goOn} rightSection={<Kbd>N</Kbd>}>
          {`${nextShare} now`}
        </Button>
      ) : null}
      {can.finish === null ? (
        <Button variant="default" onClick={() => setSheet('everyone')}>
          Everyone now…
        </Button>
      ) : null}
      {can.rollBack === null ? (
        <Button variant="outline" color="red" onClick={() => setSheet('undo')} rightSection={<Kbd>B</Kbd>}>
          Undo…
        </Button>
      ) : null}
      {reason === undefined ? null : <p className={classes['reason']}>{reason}</p>}
      {state === 'waiting' && can.goOn !== null ? <p className={classes['reason']}>{can.goOn}</p> : null}
      {sheet !== null || acts.refusal === null ? null : <FormError refusal={acts.refusal} fields={[]} />}
      <Modal
        opened={sheet !== null}
        onClose={close}
        title={sheet === 'undo' ? `Undo ramp ${ramp.number} in ${where}` : `${plan.to} to everyone in ${where}`}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <p className={classes['lead']}>
          {sheet === 'undo'
            ? `Everyone gets ${before} again, within seconds. This needs no approval.`
            : `Skips the remaining steps. ${approvals ? `${where} requires approval: this asks for a review, and the ramp is paused until then.` : 'Applications pick it up within seconds.'}`}
        </p>
        {sheet === 'undo' ? (
          <Textarea
            label="Note"
            autosize
            minRows={2}
            data-autofocus
            value={why}
            onChange={(event) => setWhy(event.currentTarget.value)}
          />
        ) : null}
        <FormError refusal={acts.refusal} fields={[]} />
        <div className={classes['acts']} style={{ justifyContent: 'flex-end', marginTop: 16 }}>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button color={sheet === 'undo' ? 'red' : undefined} loading={acts.busy} onClick={() => void confirm()}>
            {sheet === 'undo' ? 'Undo ramp' : approvals ? 'Request review' : 'Publish to everyone'}
          </Button>
        </div>
      </Modal>
    </div>
  )
}
