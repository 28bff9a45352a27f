import { Button, Textarea } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { harmText } from '../../../../shared/features/builds/harm-text.ts'
import { limits } from '../../../../shared/limits.ts'
import { counted } from '../../../../shared/text/rules/percent.ts'
import { TimeText } from '../../components/time-text.tsx'
import { trpc } from '../../trpc.ts'
import classes from './build-harms.module.css'
import { type HarmsAsked, type ToldHarm, useHarms } from './use-harms.ts'

const mostShown = 6

/**
 * Warns about live builds that a publish would break: whether it is blocked, and what to do first. An admin may publish
 * anyway, with a reason.
 */
export function BuildHarms(props: {
  project: string
  environment: string
  harms: readonly ToldHarm[]
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
            {harmText(flag, harm)}
            <p>
              {programs > 0 ? `${counted(programs, 'open connection')}, seen` : 'Last seen'}{' '}
              <TimeText instant={lastSeenAt} />
            </p>
          </li>
        ))}
      </ul>
      {more > 0 ? <p className={classes['told']}>{`So ${counted(more, 'more build')}.`}</p> : null}
      <p className={classes['told']}>{whatNow(harms, later, mayOverrule)}</p>
      {held && !later && mayOverrule && onReason ? <Anyway reason={reason} onReason={onReason} /> : null}
    </section>
  )
}

// A stable function, so that the focus is set only once.
const typedIn = (field: HTMLTextAreaElement | null) => field?.focus({ preventScroll: true })

const whatNow = (harms: readonly ToldHarm[], later: boolean, mayOverrule: boolean): string => {
  const held = harms.filter((one) => one.held)
  if (held.length === 0) return 'They get a value that their code doesn’t expect. Ship code that declares it first.'
  const taken = held.some(({ harm }) => harm.kind !== 'variant-unknown')
  const first = taken ? 'Ship code that no longer needs it first.' : 'Ship code that declares it first.'
  if (later) return `While they’re live, it can’t be published. ${first}`
  return `${first} ${mayOverrule ? 'If it can’t wait, say why.' : 'An admin can publish it anyway, with a reason.'}`
}

function Anyway({ reason, onReason }: { reason: string; onReason: (reason: string) => void }): ReactNode {
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
export function HarmLine({ harms }: { harms: readonly ToldHarm[] }): ReactNode {
  const [first] = harms.filter(({ held }) => held).concat(harms)
  if (first === undefined) return null
  const others = new Set(harms.map(({ name, version }) => `${name} ${version}`)).size - 1
  const who = others === 0 ? '' : ` (and ${counted(others, 'more build')})`
  return (
    <span className={classes['line']} data-held={first.held || undefined}>
      <IconAlertTriangle size={15} aria-hidden />
      <span>{`${first.name} ${first.version}${who} ${harmText(first.flag, first.harm)}`}</span>
    </span>
  )
}

/** For reviewers: the live builds that a change would break if it were published now. */
export function ChangeHarms(props: HarmsAsked): ReactNode {
  const { project, environment } = props
  return <BuildHarms project={project} environment={environment.key} harms={useHarms(props)} later inner />
}
