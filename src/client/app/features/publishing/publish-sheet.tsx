import { Button, Drawer, Textarea } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type FormEvent, type ReactNode, useState } from 'react'
import { limits } from '../../../../shared/limits.ts'
import type { FlagDocument } from '../../../../shared/schemas/flag.ts'
import type { Environment } from '../../../../shared/schemas/project.ts'
import type { Break } from '../../../../shared/schemas/promise.ts'
import type { Difference } from '../../../../shared/text/diff/difference.ts'
import { counted } from '../../../../shared/text/rules/percent.ts'
import { ownZone, whenText } from '../../../../shared/text/time/when.ts'
import type { Refusal } from '../../../api/refusal.ts'
import { FormError } from '../../components/form-error.tsx'
import { Kbd } from '../../components/kbd.tsx'
import { shownKeys, useShortcut } from '../../components/shortcuts.ts'
import { AtInstant } from '../affected/at-instant.ts'
import type { Edited } from '../affected/effect-question.ts'
import { EnvironmentMark } from '../environments/environment-mark.tsx'
import { BrokenPromises, isAboutPromises } from '../promises/broken-promises.tsx'
import { TouchedPromises } from '../promises/touched-promises.tsx'
import { useTouched } from '../promises/use-touched.ts'
import { actName } from './act-name.ts'
import { DifferenceList } from './difference-list.tsx'
import classes from './publish-sheet.module.css'
import { readSchedule } from './read-schedule.ts'
import { WhenChoice } from './when-choice.tsx'

/** What the sheet is called: the act, its subject, and where. */
const titleOf = (
  subject: string,
  differences: readonly Difference[],
  review: boolean | undefined,
  environment: ReactNode,
): ReactNode => {
  if (review)
    return (
      <>
        Request review of {subject} in {environment}
      </>
    )
  const [, turn] = /^Turn (on|off) /.exec(actName(differences, '')) ?? []
  if (turn === undefined)
    return (
      <>
        Publish {subject} to {environment}
      </>
    )
  return (
    <>
      Turn {turn} {subject} in {environment}
    </>
  )
}

/** When a publish shall be: the instant and the zone it was meant in; null for at once. */
export type PublishTime = { at: string; zone: string } | null

/** The last look before something goes live in a protected environment: what changes, who moves, when, a note, one button that says what it does. */
export function PublishSheet(props: {
  /** What is published, for example the key of a flag. */
  subject: string
  environment: Environment
  differences: readonly Difference[]
  busy: boolean
  /** Others have to approve it first. */
  review?: boolean
  /** Who can approve it, in words; nothing where nobody has to. */
  reviewers?: string | undefined
  /** Who gets something else then; left out where that cannot be said. */
  affected?: ReactNode
  /** What else is known that may change the reader’s mind. */
  warnings?: ReactNode
  /** What the sheet says above all, with the environment's name, where it is not a publish of the subject. */
  title?: (environment: ReactNode) => ReactNode
  /** The note to begin with; by default the key. */
  note?: string
  refusal: Refusal | null
  /** What the button says, when it neither publishes now nor asks for a review. */
  action?: string | undefined
  /** What the other button says: a draft is kept, unless there is none. */
  cancel?: string | undefined
  /** Whether it can also go live later. */
  schedulable?: boolean
  /** What is published, to be proven against the promises before it is asked for. */
  promised?: { project: string; edits: readonly Edited[] }
  /** An admin may publish what breaks promises: `breaks` says which, and why. */
  breakable?: boolean
  /** Takes a document that keeps the promises in place of what is published. */
  onMend?: (document: FlagDocument) => void
  onPublish: (message: string, when: PublishTime, breaks?: Break) => void
  onClose: () => void
  /** More to decide, below what changes. */
  children?: ReactNode
}): ReactNode {
  const { subject, environment, differences, busy, review, reviewers, affected, warnings, refusal } = props
  const {
    title,
    action,
    cancel = 'Keep draft',
    note,
    schedulable = false,
    promised,
    breakable = false,
    onMend,
    onPublish,
    onClose,
    children,
  } = props
  const [message, setMessage] = useState(() => (note ?? subject).slice(0, limits.messageLength))
  const [typed, setTyped] = useState<string | null>(null)
  const [nowMs] = useState(() => Date.now())
  const missing = environment.protected && message.trim() === ''
  const nothing = differences.length === 0
  const zone = ownZone()
  const narrow = useMediaQuery('(max-width: 767px)')
  const read = typed === null || !schedulable || review ? null : readSchedule(typed, nowMs, zone)
  const unread = read !== null && 'problem' in read
  const when: PublishTime = read !== null && 'at' in read ? { at: read.at, zone } : null
  const atMs = when === null ? null : Date.parse(when.at)
  const touched = useTouched(promised && { ...promised, environment, atMs: atMs ?? undefined })
  // a review can be asked for, and a time may come at which it is kept; the server decides then
  const held = !review && when === null && touched?.some(({ refuses }) => refuses) === true
  const onBreak = review || !breakable ? undefined : (breaks: Break) => onPublish(message.trim(), null, breaks)
  const send = () => {
    if (!missing && !nothing && !busy && !unread && !held) onPublish(message.trim(), when)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  useShortcut('mod+Enter', review ? 'Request review' : 'Publish', send)
  const name =
    when === null
      ? (action ?? (review ? 'Request review' : actName(differences, environment.name)))
      : `Schedule for ${whenText(when.at, when.zone)}`
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={600}
      padding={narrow ? 16 : 24}
      classNames={{ header: classes['header'] ?? '' }}
      closeButtonProps={{ 'aria-label': 'Close' }}
      title={
        <span className={classes['title']}>
          {title === undefined
            ? titleOf(subject, differences, review, <EnvironmentMark environment={environment} strong />)
            : title(<EnvironmentMark environment={environment} strong />)}
        </span>
      }
      styles={{ content: { borderTop: `3px solid var(--env-${environment.colour})` } }}
    >
      <form onSubmit={submit} className={classes['form']}>
        <section>
          <h3 className={classes['heading']}>
            What changes <span>{nothing ? null : counted(differences.length, 'change')}</span>
          </h3>
          {nothing ? <p className={classes['nothing']}>No changes: it already matches.</p> : null}
          <DifferenceList differences={differences} />
        </section>
        {affected === undefined ? null : (
          <section>
            <h3 className={classes['heading']}>
              Who moves {when === null ? null : <span>{whenText(when.at, when.zone)}</span>}
            </h3>
            <AtInstant value={atMs}>{affected}</AtInstant>
          </section>
        )}
        {promised === undefined || isAboutPromises(refusal) ? null : (
          <TouchedPromises
            project={promised.project}
            environment={environment}
            touched={touched}
            busy={busy}
            review={review}
            onMend={onMend}
            onBreak={onBreak}
          />
        )}
        {warnings}
        {children}
        {review && reviewers !== undefined ? (
          <section>
            <h3 className={classes['heading']}>Reviewers</h3>
            <p className={classes['nothing']}>{reviewers}</p>
          </section>
        ) : null}
        {schedulable && !review ? <WhenChoice typed={typed} nowMs={nowMs} onChange={setTyped} /> : null}
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
        {isAboutPromises(refusal) ? (
          <BrokenPromises refusal={refusal} busy={busy} onMend={onMend} onBreak={onBreak} />
        ) : (
          <FormError refusal={refusal} fields={[]} />
        )}
        <div className={classes['actions']}>
          <Button variant="default" onClick={onClose}>
            {cancel}
          </Button>
          <Button
            type="submit"
            data-autofocus
            loading={busy}
            disabled={missing || nothing || unread || held}
            rightSection={<Kbd>{shownKeys('mod+Enter').join(' ')}</Kbd>}
          >
            {name}
          </Button>
        </div>
      </form>
    </Drawer>
  )
}
