import { IconPencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { FlagRow } from '../../../../shared/schemas/flag-view.ts'
import type { Environment, Role } from '../../../../shared/schemas/project.ts'
import { EnvironmentShape } from '../../ui/environment-mark.tsx'
import { TimeText } from '../../ui/time-text.tsx'
import { EnvironmentCell } from './environment-cell.tsx'
import classes from './flag-table.module.css'
import type { SwitchAct, SwitchState } from './use-switch.ts'

/** What a row shows of the acts under way, and what can be done in its cells. */
export type RowActs = {
  /** Key of the flag that is peeked at. */
  peeked: string | undefined
  stateOf: (flag: string, environment: string) => SwitchState
  onSwitch: (act: SwitchAct, environment: Environment) => void
  onCell: (flag: string, environment: string, anchor: HTMLElement) => void
}

/** One flag: its name and key, a switch and a few words for each environment, and when it changed last. */
export function FlagTableRow(
  props: RowActs & {
    project: string
    environments: readonly Environment[]
    row: FlagRow
    roleIn: (environment: string) => Role | undefined
    archived: boolean
    drafted: ReadonlySet<string>
    selected: ReadonlySet<string>
    selectable: boolean
    current: boolean
    index: number
    height: number
    onSelect: (row: FlagRow, range: boolean) => void
  },
): ReactNode {
  const { project, environments, row, roleIn, archived, drafted, selected, selectable, current, index, height } = props
  const { stateOf, onSwitch, onCell, onSelect } = props
  const { flag } = row
  return (
    <tr
      className={classes['row']}
      aria-rowindex={index + 2}
      data-index={index}
      data-current={current || undefined}
      data-selected={selected.has(flag.key) || undefined}
      style={{ height }}
    >
      {selectable ? (
        <td className={classes['select']}>
          <input
            type="checkbox"
            aria-label={`Select ${flag.name}`}
            checked={selected.has(flag.key)}
            onChange={() => undefined}
            onClick={(event) => onSelect(row, event.shiftKey)}
          />
        </td>
      ) : null}
      <th scope="row" className={classes['flag']}>
        <Link to="/p/$project/flags/$flag" params={{ project, flag: flag.key }} className={classes['link']} data-row>
          <span className={classes['name']}>
            {flag.name}
            {drafted.has(flag.key) ? (
              <IconPencil size={13} aria-label="has a draft" className={classes['pencil']} />
            ) : null}
          </span>
          <span className={classes['key']}>
            {flag.key}
            {flag.type === 'boolean' ? '' : ` · ${flag.type}`}
            {flag.tags.map((tag) => ` · ${tag}`)}
          </span>
        </Link>
      </th>
      {environments.map((environment) => (
        <td key={environment.key} className={classes['cell']} data-environment={environment.key}>
          <span className={classes['cellName']} aria-hidden>
            <EnvironmentShape colour={environment.colour} /> {environment.name}
          </span>
          <EnvironmentCell
            flag={flag}
            environment={environment}
            cell={row.cells[environment.key]}
            role={roleIn(environment.key)}
            archived={archived}
            state={stateOf(flag.key, environment.key)}
            onSwitch={(on) => onSwitch({ flag: flag.key, environment: environment.key, on }, environment)}
            onOpen={(anchor) => onCell(flag.key, environment.key, anchor)}
          />
        </td>
      ))}
      <td className={classes['updated']}>
        <TimeText instant={row.updatedAt} />
      </td>
    </tr>
  )
}
