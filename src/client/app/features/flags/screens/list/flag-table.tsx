import { useMediaQuery } from '@mantine/hooks'
import { IconLock } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { FlagRow } from '../../../../../../shared/features/flags/schemas/flag-view.ts'
import type { Environment, Role } from '../../../../../../shared/features/projects/schemas/project.ts'
import { useShortcut } from '../../../../components/shortcuts.ts'
import { useEventCallback } from '../../../../components/use-event-callback.ts'
import { EnvironmentShape } from '../../../environments/environment-mark.tsx'
import { currentFlag } from '../../../presence/current-flag.ts'
import type { FlagSwitches } from '../quick-actions/use-switch.ts'
import classes from './flag-table.module.css'
import { FlagTableRow, type RowActs } from './flag-table-row.tsx'
import type { Sort } from './list-search.ts'
import { SentenceTip, useSentenceTip } from './sentence-tip.tsx'
import { SortHead } from './sort-head.tsx'
import { useFlagLives } from './use-flag-lives.ts'
import { useRowLinks } from './use-row-links.ts'

const rowHeight = 44
const cardHeight = 148
/** Rows before the end at which the next page is fetched. */
const aheadRows = 20

export type RowKeys = {
  onOpen: (row: FlagRow) => void
  onPeek: (row: FlagRow) => void
  onHistory: (row: FlagRow) => void
  onSelect: (row: FlagRow, range: boolean) => void
  /** Opens the popover of the row’s cell in the first environment. */
  onPercent: (row: FlagRow, anchor: HTMLElement) => void
}

/** Table of flags and environments, virtualized. ↑, ↓, J and K move the current row, and other keys act on it. */
export function FlagTable(
  props: RowActs & {
    project: string
    environments: readonly Environment[]
    rows: readonly FlagRow[]
    /** Total number of flags, including those not loaded yet. */
    total: number
    /** Called when the last loaded rows come into view. */
    onEnd: () => void
    roleIn: (environment: string) => Role | undefined
    archived: boolean
    drafted: ReadonlySet<string>
    selected: ReadonlySet<string>
    switches: Readonly<Record<string, FlagSwitches>>
    /** Key of the flag in the peek panel. */
    peeked: string | undefined
    keys: RowKeys
    sort: Sort | undefined
    /** True while the keys of all flags are being fetched for selection. */
    selectingAll: boolean
    /** Null while selection is not possible. */
    onSelectAll: ((all: boolean) => void) | null
    /** Rendered below the table’s head, for shortcuts that need the current row. */
    children?: (current: FlagRow | undefined) => ReactNode
  },
): ReactNode {
  const { project, environments, rows, total, roleIn, archived, keys, selected, sort, onSelectAll, children } = props
  const onSwitch = useEventCallback(props.onSwitch)
  const onCell = useEventCallback(props.onCell)
  const onSelect = useEventCallback(keys.onSelect)
  const scroller = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(0)
  const cards = useMediaQuery('(max-width: 767px)') ?? false
  const rowsAre = useRef(cards)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (cards ? cardHeight : rowHeight),
    overscan: 8,
    getItemKey: (index) => rows[index]?.flag.key ?? index,
  })
  // Rows have another height when they are shown as cards.
  useLayoutEffect(() => {
    if (rowsAre.current === cards) return
    rowsAre.current = cards
    virtual.measure()
  }, [cards, virtual])
  const items = virtual.getVirtualItems()
  const before = items[0]?.start ?? 0
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0)
  const columns = environments.length + (onSelectAll === null ? 2 : 3) + (archived ? 0 : 3)
  const lastShown = items.at(-1)?.index ?? -1
  const onEnd = useEventCallback(props.onEnd)
  useEffect(() => {
    if (rows.length < total && lastShown >= rows.length - aheadRows) onEnd()
  }, [lastShown, rows.length, total, onEnd])
  const currentAt = Math.min(at, rows.length - 1)
  const current = rows[currentAt]
  const currentKey = current?.flag.key
  useEffect(() => {
    currentFlag.set(currentKey)
    return () => currentFlag.set(undefined)
  }, [currentKey])

  const elementOf = (index: number, part: string) =>
    scroller.current?.querySelector<HTMLElement>(`tr[data-index="${index}"] ${part}`)
  const focusRow = (wanted: number) => {
    const index = Math.min(rows.length - 1, Math.max(0, wanted))
    setAt(index)
    virtual.scrollToIndex(index)
    requestAnimationFrame(() => elementOf(index, 'a')?.focus())
    return rows[index]
  }
  const inTable = () => scroller.current?.contains(document.activeElement) ?? false
  const walk = (step: number) => {
    const row = focusRow(inTable() ? currentAt + step : currentAt)
    if (row !== undefined && props.peeked !== undefined && props.peeked !== row.flag.key) keys.onPeek(row)
  }
  const withCurrent = (act: (row: FlagRow) => void) => () => {
    if (current !== undefined) act(current)
  }
  useShortcut('j', 'Next flag', () => walk(1))
  useShortcut('k', 'Previous flag', () => walk(-1))
  useShortcut('ArrowDown', 'Next flag', () => walk(1))
  useShortcut('ArrowUp', 'Previous flag', () => walk(-1))
  useShortcut('Enter', 'Open flag', withCurrent(keys.onOpen))
  useShortcut('o', 'Open flag', withCurrent(keys.onOpen))
  useShortcut('h', 'History of flag', withCurrent(keys.onHistory))
  useShortcut('Space', 'Peek at flag', withCurrent(keys.onPeek))
  useShortcut(
    'x',
    'Select flag',
    withCurrent((row) => keys.onSelect(row, false)),
  )
  useShortcut(
    'shift+x',
    'Select all flags up to this one',
    withCurrent((row) => keys.onSelect(row, true)),
  )
  useShortcut(
    'r',
    'Set percentage',
    withCurrent((row) => {
      const anchor = elementOf(currentAt, 'td[data-environment] button')
      if (anchor) keys.onPercent(row, anchor)
    }),
  )
  const follow = (target: EventTarget) => {
    const row = target instanceof HTMLElement ? target.closest<HTMLElement>('tr[data-index]') : null
    if (row !== null) setAt(Number(row.dataset['index']))
  }
  const links = useRowLinks()
  const { tip, handlers } = useSentenceTip()
  const inView = archived ? [] : items.flatMap(({ index }) => rows[index] ?? [])
  const lives = useFlagLives(
    project,
    inView.map(({ flag, updatedAt }) => ({ key: flag.key, updatedAt })),
  )
  // Protected environments matter most, so their columns are the widest.
  const share = 48 / environments.reduce((sum, one) => sum + (one.protected ? 1.75 : 1), 0)

  return (
    <div
      ref={scroller}
      className={classes['scroller']}
      onFocus={(event) => {
        follow(event.target)
        handlers.onFocusSeen(event)
      }}
      onBlur={handlers.onBlur}
      onPointerOver={handlers.onPointerOver}
      onPointerLeave={handlers.onPointerLeave}
      onScroll={handlers.onScroll}
      role="presentation"
      {...links}
    >
      <SentenceTip tip={tip} />
      {children?.(current)}
      <table className={classes['table']} aria-rowcount={total + 1} aria-label="Flags">
        <thead>
          <tr aria-rowindex={1}>
            {onSelectAll === null ? null : (
              <th scope="col" className={classes['select']}>
                <input
                  type="checkbox"
                  aria-label={`Select all ${total}`}
                  checked={props.selectingAll || (selected.size > 0 && selected.size >= total)}
                  onChange={(event) => onSelectAll(event.currentTarget.checked)}
                />
              </th>
            )}
            <SortHead className={classes['flagHead']} by="name" sort={sort}>
              Flag
            </SortHead>
            {archived ? null : (
              <th scope="col" className={classes['statusCell']}>
                Status
              </th>
            )}
            {environments.map((environment) => (
              <th
                key={environment.key}
                scope="col"
                style={{ width: `${environment.protected ? 1.75 * share : share}%` }}
              >
                <span className={classes['headName']}>
                  <EnvironmentShape colour={environment.colour} />
                  <span className={classes['headText']} title={environment.name}>
                    {environment.name}
                  </span>
                  {environment.protected ? <IconLock size={13} role="img" aria-label="protected" /> : null}
                </span>
              </th>
            ))}
            {archived ? null : (
              <>
                <th scope="col" className={classes['evaluations']}>
                  Evaluations, 24 h
                </th>
                <th scope="col" className={classes['owner']}>
                  <span className="visually-hidden">Owner</span>
                </th>
              </>
            )}
            <SortHead className={classes['updated']} by="updated" sort={sort}>
              Changed
            </SortHead>
          </tr>
        </thead>
        <tbody>
          <Space height={before} columns={columns} />
          {items.map((item) => {
            const row = rows[item.index]
            return row === undefined ? null : (
              <FlagTableRow
                key={item.key}
                project={project}
                environments={environments}
                roleIn={roleIn}
                archived={archived}
                row={row}
                life={lives.get(row.flag.key)}
                drafted={props.drafted.has(row.flag.key)}
                selected={selected.has(row.flag.key)}
                switches={props.switches[row.flag.key]}
                index={item.index}
                height={item.size}
                current={item.index === currentAt}
                selectable={onSelectAll !== null}
                onSwitch={onSwitch}
                onCell={onCell}
                onSelect={onSelect}
              />
            )
          })}
          <Space height={after} columns={columns} />
        </tbody>
      </table>
    </div>
  )
}

/** Fills the height of the rows that are not rendered. */
function Space({ height, columns }: { height: number; columns: number }): ReactNode {
  return height <= 0 ? null : (
    <tr aria-hidden className={classes['space']}>
      <td colSpan={columns} style={{ height }} />
    </tr>
  )
}
