import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Flag, FlagCell } from '../../../../../../shared/features/flags/schemas/flag-view.ts'
import type { FlagLife } from '../../../../../../shared/features/insights/schemas/insights.ts'
import type { Environment, Role } from '../../../../../../shared/features/projects/schemas/project.ts'
import { cellText } from '../../../../../../shared/text/cell/cell-text.ts'
import { Switch } from '../../../../components/switch.tsx'
import { ShareBar } from '../../../variants/share-bar.tsx'
import { switchRefusal } from '../quick-actions/switch-refusal.ts'
import type { SwitchState } from '../quick-actions/use-switch.ts'
import { cellLabel, cellShares } from './cell-shares.ts'
import classes from './flag-table.module.css'

/** A flag in one environment: switch, bar of shares, and label. An error is shown at the switch. */
export function EnvironmentCell(props: {
  flag: Pick<Flag, 'key' | 'name' | 'type' | 'variants'>
  environment: Environment
  cell: FlagCell | undefined
  given: FlagLife['given'][string] | undefined
  role: Role | undefined
  archived: boolean
  state: SwitchState
  onSwitch: (on: boolean) => void
  /** Opens the popover with more actions, anchored at the given element. */
  onOpen: (anchor: HTMLElement) => void
}): ReactNode {
  const { flag, environment, cell, given, role, archived, state, onSwitch, onOpen } = props
  if (cell === undefined) return <span className={classes['absent']}>not here</span>
  return (
    <span className={classes['switch']}>
      <Switch
        label={`${flag.name} in ${environment.name}`}
        checked={cell.on}
        onChange={onSwitch}
        pending={state.pending}
        disabledReason={
          archived ? 'This flag is archived and isn’t served. Restore it first.' : switchRefusal(role, environment)
        }
      />
      {state.failure === null ? (
        <ServedValue flag={flag} environment={environment} cell={cell} given={given} onOpen={onOpen} />
      ) : (
        <span className={classes['failure']} role="alert">
          Couldn’t save.{' '}
          <Anchor component="button" type="button" fz="xs" onClick={state.failure.retry}>
            Retry
          </Anchor>
        </span>
      )}
    </span>
  )
}

function ServedValue(props: {
  flag: Pick<Flag, 'name' | 'type' | 'variants'>
  environment: Environment
  cell: FlagCell
  given: FlagLife['given'][string] | undefined
  onOpen: (anchor: HTMLElement) => void
}): ReactNode {
  const { flag, environment, cell, given, onOpen } = props
  const shown = cell.on ? cellShares(flag, cell, given) : null
  return (
    <button
      type="button"
      className={classes['served']}
      data-sentence={shown?.sentence ?? `Off: serves ${cell.off ?? 'the default in code'}`}
      data-wide={environment.protected || undefined}
      aria-haspopup="dialog"
      onClick={(event) => onOpen(event.currentTarget)}
    >
      {shown === null ? (
        <span className={classes['none']} />
      ) : (
        <span className={classes['bar']} data-planned={shown.planned || undefined}>
          <ShareBar shares={shown.shares} />
        </span>
      )}
      <span className={classes['share']}>{shown === null ? 'off' : cellLabel(shown, cell, environment.protected)}</span>
      <span className="visually-hidden">
        {shown === null ? '' : `${cellText(cell)} `}in {environment.name}: more actions for {flag.name}
      </span>
    </button>
  )
}
