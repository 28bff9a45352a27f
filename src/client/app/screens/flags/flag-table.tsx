import { useMediaQuery } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import type { FlagRow } from '../../../../shared/schemas/flag-view.ts'
import type { Environment, Role } from '../../../../shared/schemas/project.ts'
import { EnvironmentMark } from '../../ui/environment-mark.tsx'
import { useShortcut } from '../../ui/shortcuts.ts'
import classes from './flag-table.module.css'
import { FlagTableRow } from './flag-table-row.tsx'
import type { SwitchAct, SwitchState } from './use-switch.ts'

const rowHeight = 44
const cardHeight = 148

/** The matrix of flags and environments. Only the rows in view are on the page; ↑ and ↓ walk from name to name. */
export function FlagTable(props: {
  project: string
  environments: readonly Environment[]
  rows: readonly FlagRow[]
  roleIn: (environment: string) => Role | undefined
  archived: boolean
  drafted: ReadonlySet<string>
  stateOf: (flag: string, environment: string) => SwitchState
  onSwitch: (act: SwitchAct, environment: Environment) => void
}): ReactNode {
  const { environments, rows } = props
  const scroller = useRef<HTMLDivElement>(null)
  const cards = useMediaQuery('(max-width: 767px)') ?? false
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (cards ? cardHeight : rowHeight),
    overscan: 8,
    getItemKey: (index) => rows[index]?.flag.key ?? index,
  })
  const items = virtual.getVirtualItems()
  const before = items[0]?.start ?? 0
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0)
  const columns = environments.length + 2

  const focusRow = (wanted: number) => {
    const index = Math.min(rows.length - 1, Math.max(0, wanted))
    virtual.scrollToIndex(index)
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`a[data-index="${index}"]`)?.focus())
  }
  useShortcut('j', 'Walk down the flags (k: up)', () => focusRow(0))
  const walk = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key]
    const link = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('a[data-index]') : null
    if (step === undefined || link === null) return
    event.preventDefault()
    focusRow(Number(link.dataset['index']) + step)
  }

  return (
    <div ref={scroller} className={classes['scroller']} onKeyDown={walk} role="presentation">
      <table className={classes['table']} aria-rowcount={rows.length + 1} aria-label="Flags">
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">Flag</th>
            {environments.map((environment) => (
              <th
                key={environment.key}
                scope="col"
                data-protected={environment.protected || undefined}
                style={{ '--edge': `var(--env-${environment.colour})` }}
              >
                <EnvironmentMark environment={environment} />
              </th>
            ))}
            <th scope="col" className={classes['updated']}>
              Updated
            </th>
          </tr>
        </thead>
        <tbody>
          <Space height={before} columns={columns} />
          {items.map((item) => {
            const row = rows[item.index]
            return row === undefined ? null : (
              <FlagTableRow {...props} key={item.key} row={row} index={item.index} height={item.size} />
            )
          })}
          <Space height={after} columns={columns} />
        </tbody>
      </table>
    </div>
  )
}

/** Stands for the rows above or below those on the page. */
function Space({ height, columns }: { height: number; columns: number }): ReactNode {
  return height <= 0 ? null : (
    <tr aria-hidden className={classes['space']}>
      <td colSpan={columns} style={{ height }} />
    </tr>
  )
}
