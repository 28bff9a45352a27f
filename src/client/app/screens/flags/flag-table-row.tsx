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

/** One flag: its name and key, a switch and a few words for each environment, and when it changed last. */
export function FlagTableRow(props: {
  project: string
  environments: readonly Environment[]
  row: FlagRow
  roleIn: (environment: string) => Role | undefined
  archived: boolean
  drafted: ReadonlySet<string>
  index: number
  height: number
  stateOf: (flag: string, environment: string) => SwitchState
  onSwitch: (act: SwitchAct, environment: Environment) => void
}): ReactNode {
  const { project, environments, row, roleIn, archived, drafted, index, height, stateOf, onSwitch } = props
  const { flag } = row
  return (
    <tr className={classes['row']} aria-rowindex={index + 2} style={{ height }}>
      <th scope="row" className={classes['flag']}>
        <Link
          to="/p/$project/flags/$flag"
          params={{ project, flag: flag.key }}
          className={classes['link']}
          data-index={index}
        >
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
        <td key={environment.key} className={classes['cell']}>
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
          />
        </td>
      ))}
      <td className={classes['updated']}>
        <TimeText instant={row.updatedAt} />
      </td>
    </tr>
  )
}
