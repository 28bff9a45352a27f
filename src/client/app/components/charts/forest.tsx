import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import type { Band } from './band-reach.ts'
import classes from './forest.module.css'
import { forestPlace, forestReach, forestTicks } from './forest-axis.ts'
import { SeriesMark, SeriesSign } from './series-marks.tsx'

/** One interval of a row. If it is null, `text` is the reason. Right of zero is better. */
type ForestBar = { readonly band: Band | null; readonly text: string }

type ForestRow = {
  readonly key: string
  readonly name: string
  readonly note?: string
  /** Distance from zero that counts as no difference. */
  readonly margin: number | null
  readonly bars: readonly ForestBar[]
  /** Must not be cut off. */
  readonly isMain?: boolean
}

export type ForestGroup = { readonly name: string; readonly rows: readonly ForestRow[] }

/** 16 px per bar, but at least the height of the name with its note. */
const heightOf = ({ bars, note }: Pick<ForestRow, 'bars' | 'note'>) =>
  Math.max(note === undefined ? 30 : 40, 8 + 16 * bars.length)

/**
 * Intervals of several metrics on one axis around zero; right is better. It is a table: each row is selected by its
 * name, and ↑ and ↓ (or ← and →) move between rows.
 */
export function Forest(props: {
  label: string
  /** Heading of the first column. */
  what: string
  series: readonly { name: string; colour: string }[]
  groups: readonly ForestGroup[]
  format: (value: number) => string
  chosen: string | undefined
  onChoose: (key: string) => void
}): ReactNode {
  const { label, what, series, groups, format, chosen, onChoose } = props
  const table = useRef<HTMLTableElement>(null)
  const rows = groups.flatMap((group) => group.rows)
  const bandsOf = (some: readonly ForestRow[]) => some.flatMap(({ bars }) => bars.flatMap(({ band }) => band ?? []))
  const reach = forestReach(bandsOf(rows), bandsOf(rows.filter(({ isMain }) => isMain)))
  const ticks = forestTicks(reach)
  const walk = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key]
    const buttons = [...(table.current?.querySelectorAll('button') ?? [])]
    const at = buttons.findIndex((button) => button === document.activeElement)
    if (step === undefined || at < 0) return
    event.preventDefault()
    buttons[at + step]?.focus()
  }
  return (
    // The row names handle the keys
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <table ref={table} className={classes['forest']} aria-label={label} onKeyDown={walk}>
      <thead>
        <tr>
          <th scope="col">{what}</th>
          <th scope="col" className={classes['ends']}>
            <span>← worse</span>
            <span>better →</span>
          </th>
          <th scope="col">Difference</th>
        </tr>
      </thead>
      {groups.map((group) => (
        <tbody key={group.name}>
          <tr className={classes['group']}>
            <th scope="rowgroup">{group.name}</th>
            <td aria-hidden>
              <Row ticks={ticks} reach={reach} height={24} />
            </td>
            <td aria-hidden />
          </tr>
          {group.rows.map((row) => {
            const { key, name, note, margin, bars } = row
            const height = heightOf(row)
            return (
              <tr key={key} data-chosen={key === chosen || undefined}>
                <th scope="row">
                  <button type="button" aria-pressed={key === chosen} onClick={() => onChoose(key)}>
                    {name}
                  </button>
                  {note === undefined ? null : <span>{note}</span>}
                </th>
                <td className={classes['picture']} aria-hidden>
                  <Row ticks={ticks} reach={reach} height={height} margin={margin}>
                    {bars.map(({ band }, at) =>
                      band === null ? null : (
                        <Bar
                          key={series[at]?.name}
                          band={band}
                          reach={reach}
                          at={at}
                          colour={series[at]?.colour ?? ''}
                          y={height / 2 + (at - (bars.length - 1) / 2) * 16}
                        />
                      ),
                    )}
                  </Row>
                </td>
                <td>
                  {bars.map(({ text }, at) => (
                    <span key={series[at]?.name} className={classes['text']}>
                      {bars.length === 1 ? null : <SeriesSign at={at} colour={series[at]?.colour ?? ''} />}
                      {bars.length === 1 ? null : <span className="visually-hidden">{series[at]?.name} </span>}
                      {text}
                    </span>
                  ))}
                </td>
              </tr>
            )
          })}
        </tbody>
      ))}
      <tfoot aria-hidden>
        <tr>
          <td />
          <td className={classes['axis']} data-many={ticks.length > 3 || undefined}>
            {ticks.map((tick) => (
              <span key={tick} style={{ left: `${forestPlace(tick, reach).at}%` }}>
                {format(Math.abs(tick))}
              </span>
            ))}
          </td>
          <td />
        </tr>
      </tfoot>
    </table>
  )
}

/** Larger than the height of any row. */
const aboveAndBelow = 500

function Row(props: {
  ticks: readonly number[]
  reach: number
  height: number
  margin?: number | null
  children?: ReactNode
}): ReactNode {
  const { ticks, reach, height, margin = null, children } = props
  const at = (value: number) => forestPlace(value, reach).at
  return (
    <svg width="100%" height={height}>
      {margin === null ? null : (
        <rect
          className={classes['margin']}
          x={`${at(-margin)}%`}
          width={`${at(margin) - at(-margin)}%`}
          y={0}
          height={height}
        />
      )}
      {ticks.map((tick) => (
        <line
          key={tick}
          className={classes[tick === 0 ? 'zero' : 'grid']}
          x1={`${at(tick)}%`}
          x2={`${at(tick)}%`}
          // Covers the whole row, which may be taller because of text next to it.
          y1={-aboveAndBelow}
          y2={height + aboveAndBelow}
        />
      ))}
      {children}
    </svg>
  )
}

/** An interval as a line with a mark at the estimate, and an arrow where it exceeds the axis. */
function Bar(props: { band: Band; reach: number; at: number; colour: string; y: number }): ReactNode {
  const { band, reach, at, colour, y } = props
  const [low, high] = [forestPlace(band.low, reach), forestPlace(band.high, reach)]
  return (
    <>
      <line x1={`${low.at}%`} x2={`${high.at}%`} y1={y} y2={y} stroke={colour} strokeWidth={3} strokeLinecap="round" />
      {low.isCut ? (
        <svg x={`${low.at}%`} y={y} overflow="visible">
          <path d="M8 -5 0 0 8 5z" fill={colour} />
        </svg>
      ) : null}
      {high.isCut ? (
        <svg x={`${high.at}%`} y={y} overflow="visible">
          <path d="M-8 -5 0 0 -8 5z" fill={colour} />
        </svg>
      ) : null}
      <svg x={`${forestPlace(band.estimate, reach).at}%`} y={y} overflow="visible">
        <SeriesMark at={at} colour={colour} />
      </svg>
    </>
  )
}
