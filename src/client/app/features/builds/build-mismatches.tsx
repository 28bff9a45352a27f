import { Button, Textarea } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { buildMismatchText } from '../../../../shared/features/builds/build-mismatch-text.ts'
import { limits } from '../../../../shared/limits.ts'
import { counted } from '../../../../shared/text/rules/percent.ts'
import { TimeText } from '../../components/time-text.tsx'
import { trpc } from '../../trpc.ts'
import classes from './build-mismatches.module.css'
import { type BuildMismatchesInput, type BuildMismatchReport, useBuildMismatches } from './use-build-mismatches.ts'

const mostShown = 6

/**
 * Warns about live builds that a publish would break: whether it is blocked, and what to do first. An admin may publish
 * anyway, with a reason.
 */
export function BuildMismatches(props: {
  project: string
  environment: string
  harms: readonly BuildMismatchReport[]
  /** True for reviews and scheduled publishes, which are checked again before they are published. */
  later?: boolean
  /** The override reason as typed. Omitted if the publish cannot be overridden here. */
  reason?: string
  onReason?: (reason: string) => void
  /** True below an existing heading. */
  inner?: boolean
}): ReactNode {
  const { project, environment, harms, later = false, reason = '', onReason, inner = false } = props
  const can = trpc.members.can.useQuery({ project }).data?.environments[environment]
  const mayOverrule = can?.['build.overrule'].ok === true
  if (harms.length === 0) return null
  const Heading = inner ? 'h5' : 'h3'
  const held = harms.some((one) => one.held)
  const more = harms.length - mostShown
  return (
    <section role={held && !later ? 'alert' : undefined} aria-label="Live builds">
      <Heading className={classes['heading']}>Live builds</Heading>
      <ul className={classes['list']}>
        {harms.slice(0, mostShown).map(({ flag, name, version, programs, lastSeenAt, harm, held: holds }) => (
          <li key={JSON.stringify([flag, name, version, harm])} data-held={holds || undefined}>
            <strong>
              {name} {version}
            </strong>{' '}
            {buildMismatchText(flag, harm)}
            <p>
              {programs > 0 ? `${counted(programs, 'open connection')}, seen` : 'Last seen'}{' '}
              <TimeText instant={lastSeenAt} />
            </p>
          </li>
        ))}
      </ul>
      {more > 0 ? <p className={classes['told']}>{`So ${counted(more, 'more build')}.`}</p> : null}
      <p className={classes['told']}>{nextStepText(harms, later, mayOverrule)}</p>
      {held && !later && mayOverrule && onReason ? <PublishAnyway reason={reason} onReason={onReason} /> : null}
    </section>
  )
}

// A stable function, so that the focus is set only once.
const typedIn = (field: HTMLTextAreaElement | null) => field?.focus({ preventScroll: true })

const nextStepText = (harms: readonly BuildMismatchReport[], later: boolean, mayOverrule: boolean): string => {
  const held = harms.filter((one) => one.held)
  if (held.length === 0) return 'They get a value that their code doesn’t expect. Ship code that declares it first.'
  const taken = held.some(({ harm }) => harm.kind !== 'variant-unknown')
  const first = taken ? 'Ship code that no longer needs it first.' : 'Ship code that declares it first.'
  if (later) return `While they’re live, it can’t be published. ${first}`
  return `${first} ${mayOverrule ? 'If it can’t wait, say why.' : 'An admin can publish it anyway, with a reason.'}`
}

function PublishAnyway({ reason, onReason }: { reason: string; onReason: (reason: string) => void }): ReactNode {
  const [open, setOpen] = useState(false)
  return open ? (
    <Textarea
      mt={8}
      ref={typedIn}
      label="Reason to publish anyway"
      description="Saved in the audit log with the builds"
      autosize
      minRows={2}
      maxLength={limits.messageLength}
      value={reason}
      onChange={(event) => onReason(event.currentTarget.value)}
    />
  ) : (
    <Button variant="subtle" color="red" size="compact-sm" mt={8} onClick={() => setOpen(true)}>
      Publish anyway…
    </Button>
  )
}

/** One-line version of the warning. */
export function HarmLine({ harms }: { harms: readonly BuildMismatchReport[] }): ReactNode {
  const [first] = harms.filter(({ held }) => held).concat(harms)
  if (first === undefined) return null
  const others = new Set(harms.map(({ name, version }) => `${name} ${version}`)).size - 1
  const who = others === 0 ? '' : ` (and ${counted(others, 'more build')})`
  return (
    <span className={classes['line']} data-held={first.held || undefined}>
      <IconAlertTriangle size={15} aria-hidden />
      <span>{`${first.name} ${first.version}${who} ${buildMismatchText(first.flag, first.harm)}`}</span>
    </span>
  )
}

/** For reviewers: the live builds that a change would break if it were published now. */
export function ChangeHarms(props: BuildMismatchesInput): ReactNode {
  const { project, environment } = props
  return (
    <BuildMismatches project={project} environment={environment.key} harms={useBuildMismatches(props)} later inner />
  )
}
