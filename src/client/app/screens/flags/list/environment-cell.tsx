import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Flag, FlagCell } from '../../../../../shared/schemas/flag-view.ts'
import type { Environment, Role } from '../../../../../shared/schemas/project.ts'
import { cellText } from '../../../../../shared/text/cell/cell-text.ts'
import { Switch } from '../../../components/switch.tsx'
import { whyNotSwitch } from '../quick-actions/may-switch.ts'
import type { SwitchState } from '../quick-actions/use-switch.ts'
import classes from './flag-table.module.css'

/** A flag in one environment: the switch and what is served, in a few words; a refusal shows at the switch itself. */
export function EnvironmentCell(props: {
  flag: Pick<Flag, 'key' | 'name'>
  environment: Environment
  cell: FlagCell | undefined
  role: Role | undefined
  archived: boolean
  state: SwitchState
  onSwitch: (on: boolean) => void
  /** Opens what else can be done there, beside the given element. */
  onOpen: (anchor: HTMLElement) => void
}): ReactNode {
  const { flag, environment, cell, role, archived, state, onSwitch, onOpen } = props
  if (cell === undefined) return <span className={classes['words']}>not here</span>
  return (
    <span className={classes['switch']}>
      <Switch
        label={`${flag.name} in ${environment.name}`}
        checked={cell.on}
        onChange={onSwitch}
        pending={state.pending}
        disabledReason={
          archived ? 'This flag is archived and isn’t served. Restore it first.' : whyNotSwitch(role, environment)
        }
      />
      {state.failure === null ? (
        <button
          type="button"
          className={classes['words']}
          title={cell.on ? cellText(cell) : undefined}
          aria-haspopup="dialog"
          onClick={(event) => onOpen(event.currentTarget)}
        >
          {cellText(cell)}
          <span className="visually-hidden">
            in {environment.name}: more actions for {flag.name}
          </span>
        </button>
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
