import { Button, Drawer, Textarea } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type FormEvent, type ReactNode, Suspense, useState } from 'react'
import type { Environment } from '../../../../shared/features/projects/schemas/project.ts'
import type { InvariantOverride } from '../../../../shared/features/promises/schemas/promise.ts'
import { rampPresets } from '../../../../shared/features/ramps/presets.ts'
import { limits } from '../../../../shared/limits.ts'
import type { FlagDocument } from '../../../../shared/schemas/flag.ts'
import type { Difference } from '../../../../shared/text/diff/difference.ts'
import { counted } from '../../../../shared/text/rules/percent.ts'
import { shortWhen } from '../../../../shared/text/time/short-when.ts'
import { ownZone, whenText } from '../../../../shared/text/time/when.ts'
import type { Refusal } from '../../../api/refusal.ts'
import { FormError } from '../../components/form-error.tsx'
import { Kbd } from '../../components/kbd.tsx'
import { lazyPart } from '../../components/lazy-part.ts'
import { shownKeys, useShortcut } from '../../components/shortcuts.ts'
import { AtInstant } from '../affected/at-instant.ts'
import type { ProposedDocument } from '../affected/effect-question.ts'
import { LostFormatsNotice } from '../affected/lost-formats-notice.tsx'
import { BuildMismatches } from '../builds/build-mismatches.tsx'
import { isAboutBuilds, refusedHarms } from '../builds/refused-harms.ts'
import { useBuildMismatches } from '../builds/use-build-mismatches.ts'
import { EnvironmentMark } from '../environments/environment-mark.tsx'
import { BrokenPromises, isAboutPromises } from '../promises/broken-promises.tsx'
import { TouchedPromises } from '../promises/touched-promises.tsx'
import { useAffectedInvariants } from '../promises/use-affected-invariants.ts'
import type { PlanTimes } from '../ramps/plan-times.ts'
import { actName } from './act-name.ts'
import { DifferenceList } from './difference-list.tsx'
import classes from './publish-sheet.module.css'
import { readSchedule } from './read-schedule.ts'
import { ReviewerChoice } from './reviewer-choice.tsx'
import { titleOf } from './sheet-title.tsx'
import type { PublishOverrides } from './use-publish.ts'
import type { Reviewers } from './use-reviewers.ts'
import { type PublishTiming, WhenChoice } from './when-choice.tsx'

const PlanEditor = lazyPart(async () => (await import('../ramps/plan-editor.tsx')).PlanEditor)

/** The default plan: the most careful preset. */
const firstPlan = (): PlanTimes => ({ steps: rampPresets[0]?.steps ?? [] })

/** Scheduled time with the time zone it was entered in. Null means now. */
export type PublishTime = { at: string; zone: string } | null

/** Final review before publishing to a protected environment: changes, who moves, schedule and note. */
export function PublishSheet(props: {
  /** What is published, for example a flag’s key. */
  subject: string
  environment: Environment
  differences: readonly Difference[]
  busy: boolean
  /** Requires approval by others. */
  review?: boolean
  /** Possible reviewers. Undefined if no review is needed, or while unknown. */
  reviewers?: Reviewers | undefined
  /** Who gets a different value. Omitted if that is unknown. */
  affected?: ReactNode
  warnings?: ReactNode
  /** Heading of the sheet, if it is not a publish of the subject. Gets the environment’s name. */
  title?: (environment: ReactNode) => ReactNode
  /** Initial note. Defaults to the key. */
  note?: string
  refusal: Refusal | null
  /** Button label, if it neither publishes now nor requests a review. */
  action?: string | undefined
  /** Label of the other button. By default, it keeps the draft. */
  cancel?: string | undefined
  schedulable?: boolean
  /** The project whose ramp plans can be used, if the edit can be ramped. Requires `onRamp`. */
  rampable?: string | undefined
  /** Initial choice of how it goes live. */
  begins?: PublishTiming
  onRamp?: (message: string, plan: PlanTimes, asked?: readonly string[]) => void
  /** The edits to check against promises, live builds and SDKs of other systems. */
  promised?: { project: string; edits: readonly ProposedDocument[] }
  /** An admin may override promises and live builds, with a reason. */
  breakable?: boolean
  /** Replaces the document with one that satisfies the promises. */
  onFix?: (document: FlagDocument) => void
  /** `past` has the overrides; `asked` has the ids of reviewers requested by name. */
  onPublish: (message: string, when: PublishTime, past: PublishOverrides, asked?: readonly string[]) => void
  onClose: () => void
  /** Further choices, below the changes. */
  children?: ReactNode
}): ReactNode {
  const { subject, environment, differences, busy, review, reviewers, affected, warnings, refusal } = props
  const {
    title,
    action,
    cancel = 'Keep draft',
    note,
    schedulable = false,
    rampable,
    begins = 'now',
    onRamp,
    promised,
    breakable = false,
    onFix,
    onPublish,
    onClose,
    children,
  } = props
  const [message, setMessage] = useState(() => (note ?? subject).slice(0, limits.messageLength))
  const [typed, setTyped] = useState('tomorrow 9am')
  const [asked, setAsked] = useState<readonly string[]>([])
  const [how, choose] = useState<PublishTiming>(begins)
  const [plan, setPlan] = useState<PlanTimes>(firstPlan)
  const [nowMs] = useState(() => Date.now())
  const [reason, setReason] = useState('')
  const missing = environment.protected && message.trim() === ''
  const nothing = differences.length === 0
  const [zone, setZone] = useState(ownZone)
  const narrow = useMediaQuery('(max-width: 767px)')
  const ways: PublishTiming[] = [
    'now',
    ...(schedulable && !review ? ['time' as const] : []),
    ...(rampable ? ['ramp' as const] : []),
  ]
  const ramps = how === 'ramp' && rampable !== undefined
  const uneven = ramps && plan.steps.some(({ share }, at) => share <= (plan.steps[at - 1]?.share ?? 0))
  const read = how === 'time' && ways.includes('time') ? readSchedule(typed, nowMs, zone) : null
  const unread = read !== null && 'problem' in read
  const when: PublishTime = read !== null && 'at' in read ? { at: read.at, zone } : null
  const atMs = when === null ? null : Date.parse(when.at)
  const touched = useAffectedInvariants(promised && { ...promised, environment, atMs: atMs ?? undefined })
  const foreseen = useBuildMismatches(promised && { ...promised, environment })
  const harms = refusedHarms(refusal) ?? foreseen
  const despite = reason.trim() === '' ? undefined : { reason: reason.trim() }
  // A review or a scheduled publish can proceed, because the server checks again at that time.
  const later = review === true || when !== null
  const refused = touched?.some(({ refuses }) => refuses) === true || (!despite && harms.some((one) => one.held))
  const held = !later && refused
  const onBreak =
    review || !breakable
      ? undefined
      : (breaks: InvariantOverride) => onPublish(message.trim(), null, { breaks, despite })
  const send = () => {
    if (missing || nothing || busy || unread || held || uneven) return
    const named = review ? asked : undefined
    if (ramps && onRamp) onRamp(message.trim(), plan, named)
    else onPublish(message.trim(), when, later ? {} : { despite }, named)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  useShortcut('mod+Enter', review ? 'Request review' : 'Publish', send)
  const now =
    when === null
      ? (action ?? (review ? 'Request review' : actName(differences, environment.name)))
      : `Schedule for ${shortWhen(when.at, nowMs, when.zone)}`
  const name = ramps && !review ? `Start ramp in ${environment.name}` : now
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
            onFix={onFix}
            onBreak={onBreak}
          />
        )}
        {promised === undefined ? null : <LostFormatsNotice {...promised} environment={environment} />}
        {promised === undefined ? null : (
          <BuildMismatches
            project={promised.project}
            environment={environment.key}
            harms={harms}
            later={later}
            reason={reason}
            {...(breakable && !ramps && { onReason: setReason })}
          />
        )}
        {warnings}
        {children}
        {review && reviewers !== undefined ? (
          <ReviewerChoice reviewers={reviewers} asked={asked} onChange={setAsked} />
        ) : null}
        {ways.length < 2 ? null : (
          <WhenChoice
            how={ways.includes(how) ? how : 'now'}
            ways={ways}
            typed={typed}
            nowMs={nowMs}
            review={review}
            onChoose={choose}
            zone={zone}
            onChange={setTyped}
            onZone={setZone}
            ramp={
              rampable === undefined ? null : (
                <Suspense>
                  <PlanEditor
                    project={rampable}
                    environment={environment.key}
                    plan={plan}
                    nowMs={nowMs}
                    onChange={setPlan}
                  />
                </Suspense>
              )
            }
          />
        )}
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
          <BrokenPromises refusal={refusal} busy={busy} onFix={onFix} onBreak={onBreak} />
        ) : (
          <FormError refusal={isAboutBuilds(refusal) && promised ? null : refusal} fields={[]} />
        )}
        <div className={classes['actions']}>
          <Button variant="default" onClick={onClose}>
            {cancel}
          </Button>
          <Button
            type="submit"
            data-autofocus
            loading={busy}
            disabled={missing || nothing || unread || held || uneven}
            rightSection={<Kbd>{shownKeys('mod+Enter').join(' ')}</Kbd>}
          >
            {name}
          </Button>
        </div>
      </form>
    </Drawer>
  )
}
