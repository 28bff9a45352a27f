import { NativeSelect, TextInput, UnstyledButton } from '@mantine/core'
import { IconArrowBackUp, IconArrowRight, IconClock, IconCopy } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { FlagRow } from '../../../../../../shared/features/flags/schemas/flag-view.ts'
import type { Environment, Role } from '../../../../../../shared/features/projects/schemas/project.ts'
import { cellText } from '../../../../../../shared/text/cell/cell-text.ts'
import { AnchoredPanel } from '../../../../components/anchored-panel.tsx'
import { Kbd } from '../../../../components/kbd.tsx'
import { trpc } from '../../../../trpc.ts'
import { EnvironmentMark } from '../../../environments/environment-mark.tsx'
import classes from './cell-popover.module.css'
import { type EditableShare, sharesIn } from './intent.ts'
import { type QuickAction, readPercent } from './quick-action.ts'
import { ScheduleField } from './schedule-field.tsx'
import { switchRefusal } from './switch-refusal.ts'

/** Actions on a flag in one environment without opening it. The percentage field has the focus. */
export function CellPopover(props: {
  project: string
  row: FlagRow
  environment: Environment
  environments: readonly Environment[]
  role: Role | undefined
  anchor: HTMLElement
  onAction: (action: QuickAction) => void
  onSchedule: (action: QuickAction, at: string, zone: string) => void
  onClose: () => void
}): ReactNode {
  const { project, row, environment, environments, role, anchor, onAction, onSchedule, onClose } = props
  const { key, name } = row.flag
  const cell = row.cells[environment.key]
  const document = trpc.flags.get.useQuery({ project, flag: key }).data?.heads[environment.key]?.document
  const [scheduling, setScheduling] = useState(false)
  const refused = switchRefusal(role, environment)
  const others = environments.filter((other) => other.key !== environment.key && row.cells[other.key] !== undefined)
  const act = (action: QuickAction) => () => {
    onClose()
    onAction(action)
  }
  const shares = document === undefined ? undefined : sharesIn(document)
  return (
    <AnchoredPanel anchor={anchor} label={`${name} in ${environment.name}`} onClose={onClose}>
      <div className={classes['head']}>
        <EnvironmentMark environment={environment} strong />
        <span className={classes['words']}>{cell === undefined ? 'off' : cellText(cell)}</span>
      </div>
      {refused === undefined ? null : <p className={classes['why']}>{refused}</p>}
      {refused !== undefined || shares?.length === 0 ? null : (
        <PercentForm
          shares={shares ?? []}
          onPercent={(percent, rule) => act({ to: 'share', percent, ...(rule === undefined ? {} : { rule }) })()}
        />
      )}
      {refused === undefined ? (
        <div className={classes['acts']}>
          {others.map((other) => (
            <UnstyledButton key={other.key} className={classes['act']} onClick={act({ to: 'copy', from: other.key })}>
              <IconCopy size={15} aria-hidden /> Copy from {other.name}
            </UnstyledButton>
          ))}
          {scheduling ? (
            <ScheduleField
              flag={key}
              place={environment.name}
              on={cell?.on ?? false}
              onSchedule={(action, at, zone) => {
                onClose()
                onSchedule(action, at, zone)
              }}
            />
          ) : (
            <UnstyledButton className={classes['act']} onClick={() => setScheduling(true)}>
              <IconClock size={15} aria-hidden /> Schedule…
            </UnstyledButton>
          )}
          <UnstyledButton className={classes['act']} onClick={act({ to: 'back' })}>
            <IconArrowBackUp size={15} aria-hidden /> Undo last publish
          </UnstyledButton>
        </div>
      ) : null}
      <Link
        to="/p/$project/flags/$flag"
        params={{ project, flag: key }}
        search={{ env: environment.key }}
        className={classes['act']}
      >
        <IconArrowRight size={15} aria-hidden /> Open {name}
      </Link>
    </AnchoredPanel>
  )
}

/** Edits the percentage of a rollout. Shows a picker if the flag has several. */
function PercentForm(props: {
  /** Empty while they are loading. */
  shares: readonly EditableShare[]
  onPercent: (percent: number, rule: string | undefined) => void
}): ReactNode {
  const { shares, onPercent } = props
  const [typed, setTyped] = useState('')
  const [tried, setTried] = useState(false)
  const [chosen, setChosen] = useState(0)
  const share = shares[chosen]
  const of = share?.of ?? 'everyone else'
  const read = readPercent(typed)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (read !== null) onPercent(read, share?.rule)
  }
  return (
    <form onSubmit={submit} className={classes['percent']}>
      <span>{share?.variant ?? 'on'} to</span>
      <TextInput
        aria-label={`Percentage of ${of}`}
        className={classes['number'] ?? ''}
        placeholder={share === undefined ? '' : String(share.percent)}
        inputMode="decimal"
        autoComplete="off"
        data-autofocus
        value={typed}
        error={tried && read === null}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {shares.length < 2 ? (
        <span>% of {of}</span>
      ) : (
        <>
          <span>% of</span>
          <NativeSelect
            aria-label="Which percentage"
            className={classes['which'] ?? ''}
            data={shares.map((one, at) => ({ value: String(at), label: one.of }))}
            value={String(chosen)}
            onChange={(event) => setChosen(Number(event.currentTarget.value))}
          />
        </>
      )}
      <Kbd>↵</Kbd>
    </form>
  )
}
