import { Button, Drawer, Textarea } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { limits } from '../../../../shared/limits.ts'
import type { Environment } from '../../../../shared/schemas/project.ts'
import { type Difference, differenceLine } from '../../../../shared/text/diff/difference.ts'
import type { Refusal } from '../../../api/refusal.ts'
import { FormError } from '../../components/form-error.tsx'
import { Kbd } from '../../components/kbd.tsx'
import { shownKeys, useShortcut } from '../../components/shortcuts.ts'
import { EnvironmentMark } from '../environments/environment-mark.tsx'
import { DifferenceList } from './difference-list.tsx'
import classes from './publish-sheet.module.css'

const titleOf = (subject: string, review: boolean | undefined, environment: ReactNode): ReactNode =>
  review ? (
    <>
      Request review of {subject} in {environment}
    </>
  ) : (
    <>
      Publish {subject} to {environment}
    </>
  )

/** The last look before something goes live in a protected environment: what changes, a note, one button that says what it does. */
export function PublishSheet(props: {
  /** What is published, for example the key of a flag. */
  subject: string
  environment: Environment
  differences: readonly Difference[]
  busy: boolean
  /** Others have to approve it first. */
  review?: boolean
  /** Who gets something else then; left out where that cannot be said. */
  affected?: ReactNode
  /** What the sheet says above all, with the environment's name, where it is not a publish of the subject. */
  title?: (environment: ReactNode) => ReactNode
  /** The note to begin with; by default what changes. */
  note?: string
  refusal: Refusal | null
  /** What the button says, when it neither publishes now nor asks for a review. */
  action?: string | undefined
  /** What the other button says: a draft is kept, unless there is none. */
  cancel?: string | undefined
  onPublish: (message: string) => void
  onClose: () => void
  /** More to decide, below what changes. */
  children?: ReactNode
}): ReactNode {
  const { subject, environment, differences, busy, review, affected, refusal, onPublish, onClose } = props
  const { title, action, cancel = 'Keep draft', note, children } = props
  const [message, setMessage] = useState(() =>
    (note ?? `${subject}: ${differences.map(differenceLine).join('; ')}`).slice(0, limits.messageLength),
  )
  const missing = environment.protected && message.trim() === ''
  const nothing = differences.length === 0
  const send = () => {
    if (!missing && !nothing && !busy) onPublish(message.trim())
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  useShortcut('mod+Enter', review ? 'Request review' : 'Publish', send)
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={560}
      closeButtonProps={{ 'aria-label': 'Close' }}
      title={
        <span className={classes['title']}>
          {(title ?? ((mark) => titleOf(subject, review, mark)))(<EnvironmentMark environment={environment} strong />)}
        </span>
      }
      styles={{ content: { borderTop: `2px solid var(--env-${environment.colour})` } }}
    >
      <form onSubmit={submit} className={classes['form']}>
        <section>
          <h3 className={classes['heading']}>What changes</h3>
          {nothing ? <p className={classes['nothing']}>No changes: it already matches.</p> : null}
          <DifferenceList differences={differences} />
        </section>
        {affected === undefined ? null : (
          <section>
            <h3 className={classes['heading']}>Who is affected</h3>
            {affected}
          </section>
        )}
        {children}
        <Textarea
          label="Note"
          description={environment.protected ? `Required in ${environment.name}; saved in the history` : undefined}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={limits.messageLength}
          value={message}
          onChange={(event) => setMessage(event.currentTarget.value)}
          error={missing ? `Add a note: ${environment.name} requires one` : null}
        />
        <FormError refusal={refusal} fields={[]} />
        <div className={classes['actions']}>
          <Button variant="default" onClick={onClose}>
            {cancel}
          </Button>
          <Button
            type="submit"
            data-autofocus
            loading={busy}
            disabled={missing || nothing}
            rightSection={<Kbd>{shownKeys('mod+Enter').join(' ')}</Kbd>}
          >
            {action ?? (review ? 'Request review' : `Publish to ${environment.name}`)}
          </Button>
        </div>
      </form>
    </Drawer>
  )
}
