import { IconPencil } from '@tabler/icons-react'
import { memo, type ReactNode } from 'react'
import type { FlagRow } from '../../../../../../shared/features/flags/schemas/flag-view.ts'
import type { FlagLife } from '../../../../../../shared/features/insights/schemas/insights.ts'
import type { Environment, Role } from '../../../../../../shared/features/projects/schemas/project.ts'
import { compactCount } from '../../../../../../shared/text/compact-count.ts'
import { initials } from '../../../../components/initials.ts'
import { Sparkline } from '../../../../components/sparkline.tsx'
import { TimeText } from '../../../../components/time-text.tsx'
import { EnvironmentShape } from '../../../environments/environment-mark.tsx'
import { FlagFileNotice } from '../../../flag-files/flag-file-notice.tsx'
import { type FlagSwitches, idle, type SwitchAct } from '../quick-actions/use-switch.ts'
import { EnvironmentCell } from './environment-cell.tsx'
import { flagStatus } from './flag-status.ts'
import classes from './flag-table.module.css'
import { StatusMark } from './status-mark.tsx'

export type RowActs = {
  onSwitch: (act: SwitchAct, environment: Environment) => void
  onCell: (flag: string, environment: string, anchor: HTMLElement) => void
}

/**
 * A row of the flag list: name, status, a switch and bar per environment, evaluations, owner and last change. Memoized,
 * so callbacks must be stable. Its link is a plain anchor that the table handles.
 */
export const FlagTableRow = memo(function FlagTableRow(
  props: RowActs & {
    project: string
    environments: readonly Environment[]
    row: FlagRow
    /** Recent usage. Undefined while unknown. */
    life: FlagLife | undefined
    roleIn: (environment: string) => Role | undefined
    archived: boolean
    drafted: boolean
    selected: boolean
    switches: FlagSwitches | undefined
    selectable: boolean
    current: boolean
    index: number
    height: number
    onSelect: (row: FlagRow, range: boolean) => void
  },
): ReactNode {
  const { project, environments, row, life, roleIn, archived, drafted, selected, selectable, current, index, height } =
    props
  const { switches, onSwitch, onCell, onSelect } = props
  const { flag } = row
  const status = archived ? null : flagStatus(row.cells, life, environments)
  const evaluations = life?.hours.reduce((sum, count) => sum + count, 0) ?? 0
  return (
    <tr
      className={classes['row']}
      aria-rowindex={index + 2}
      data-index={index}
      data-current={current || undefined}
      data-selected={selected || undefined}
      style={{ height }}
    >
      {selectable ? (
        <td className={classes['select']}>
          <input
            type="checkbox"
            aria-label={`Select ${flag.name}`}
            checked={selected}
            onChange={() => undefined}
            onClick={(event) => onSelect(row, event.shiftKey)}
          />
        </td>
      ) : null}
      <th scope="row" className={classes['flag']}>
        <a href={`/p/${project}/flags/${flag.key}`} className={classes['link']}>
          <span className={classes['name']}>
            {flag.name}
            {drafted ? <IconPencil size={13} aria-label="has a draft" className={classes['pencil']} /> : null}
            {flag.keptIn ? <FlagFileNotice keptIn={flag.keptIn} short /> : null}
          </span>
          <span className={classes['key']}>
            {flag.key}
            {flag.type === 'boolean' ? '' : ` · ${flag.type}`}
            {flag.tags.map((tag) => ` · ${tag}`)}
          </span>
        </a>
      </th>
      {archived ? null : (
        <td className={classes['statusCell']}>
          {status === null ? null : <StatusMark status={status} next={life?.next ?? null} />}
        </td>
      )}
      {environments.map((environment) => (
        <td key={environment.key} className={classes['cell']} data-environment={environment.key}>
          <span className={classes['cellName']} aria-hidden>
            <EnvironmentShape colour={environment.colour} /> {environment.name}
          </span>
          <EnvironmentCell
            flag={flag}
            environment={environment}
            cell={row.cells[environment.key]}
            given={life?.given[environment.key]}
            role={roleIn(environment.key)}
            archived={archived}
            state={switches?.[environment.key] ?? idle}
            onSwitch={(on) => onSwitch({ flag: flag.key, environment: environment.key, on }, environment)}
            onOpen={(anchor) => onCell(flag.key, environment.key, anchor)}
          />
        </td>
      ))}
      {archived ? null : (
        <>
          <td className={classes['evaluations']}>
            {life === undefined ? null : (
              <span className={classes['traffic']}>
                <Sparkline points={evaluations === 0 ? [] : life.hours} width={64} height={20} />
                <span>{compactCount(evaluations)}</span>
              </span>
            )}
          </td>
          <td className={classes['owner']}>
            {flag.owner === null ? (
              <span className="visually-hidden">no owner</span>
            ) : (
              <span className={classes['avatar']} title={flag.owner.name}>
                <span aria-hidden>{initials(flag.owner.name)}</span>
                <span className="visually-hidden">{flag.owner.name}</span>
              </span>
            )}
          </td>
        </>
      )}
      <td className={classes['updated']}>
        <TimeText instant={row.updatedAt} />
      </td>
    </tr>
  )
})
