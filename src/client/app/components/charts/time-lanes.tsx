import { useElementSize } from '@mantine/hooks'
import { scaleLinear } from 'd3-scale'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import type { TimeTick } from '../time-ticks.ts'
import classes from './charts.module.css'

/** An event on a lane. `count` is greater than 1 if several are merged. */
export type LaneMark = { id: string; lane: string; atMs: number; count: number; words: string; urgent?: boolean }

const rowHeight = 34
const nearPx = 18

/** Merges overlapping marks of a lane and counts them. */
export const merged = (marks: readonly LaneMark[], x: (atMs: number) => number): LaneMark[] => {
  const out: LaneMark[] = []
  /** Start of the current merged mark by lane. Limits merging, so that a long row does not become one mark. */
  const begun = new Map<string, number>()
  for (const mark of marks) {
    const at = out.findLastIndex(({ lane }) => lane === mark.lane)
    const last = out[at]
    if (last === undefined || x(mark.atMs) - (begun.get(mark.lane) ?? 0) > nearPx) {
      begun.set(mark.lane, x(mark.atMs))
      out.push(mark)
    } else {
      const count = last.count + mark.count
      out[at] = {
        ...mark,
        count,
        words: `${count}, the last: ${mark.words}`,
        urgent: last.urgent || mark.urgent || false,
      }
    }
  }
  return out
}

const tickPx = 58

const letterPx = 6.5

/** Whether a label does not fit to the right of its line. */
const isLeft = (name: string, at: number, until: number): boolean => at + 4 + name.length * letterPx > until

/** The labels that fit, starting with the last one. */
const spaced = (ticks: readonly TimeTick[], x: (atMs: number) => number, until: number): TimeTick[] => {
  const out: TimeTick[] = []
  for (const tick of ticks.toReversed()) {
    const after = out[0]
    // The last label may be to the left of its line.
    const room =
      out.length === 1 && after !== undefined && isLeft(after.name, x(after.atMs), until) ? 2 * tickPx : tickPx
    if (after === undefined || x(after.atMs) - x(tick.atMs) >= room) out.unshift(tick)
  }
  return out
}

/** A label next to its line, to the left if there is no space to the right. */
function Name({ at, until, children }: { at: number; until: number; children: string }): ReactNode {
  const back = isLeft(children, at, until)
  return (
    <text className={classes['axis']} x={back ? at - 4 : at + 4} y={14} textAnchor={back ? 'end' : 'start'}>
      {children}
    </text>
  )
}

/**
 * Events on one timeline per lane. The pointer selects a mark; if the chart has the focus, ← and → move between marks.
 */
export function TimeLanes(props: {
  label: string
  lanes: readonly { key: string; name: ReactNode }[]
  marks: readonly LaneMark[]
  fromMs: number
  untilMs: number
  /** The current time, if it is within the range. */
  nowMs?: number
  ticks: readonly TimeTick[]
  chosen: string | undefined
  onChoose: (mark: LaneMark) => void
}): ReactNode {
  const { label, lanes, marks, fromMs, untilMs, nowMs, ticks, chosen, onChoose } = props
  const { ref, width } = useElementSize<HTMLDivElement>()
  const picture = useRef<SVGSVGElement>(null)
  const x = scaleLinear([fromMs, Math.max(untilMs, fromMs + 1)], [12, Math.max(13, width - 12)])
  const shown = merged(
    marks.toSorted((a, b) => a.atMs - b.atMs),
    x,
  )
  const at = shown.findIndex(({ id }) => id === chosen)
  const height = lanes.length * rowHeight + 28
  const y = (lane: string) => 24 + (lanes.findIndex(({ key }) => key === lane) + 0.5) * rowHeight
  const walk = (event: KeyboardEvent) => {
    const to = { ArrowLeft: at < 0 ? shown.length - 1 : at - 1, ArrowRight: at + 1, Home: 0, End: shown.length - 1 }[
      event.key
    ]
    if (to === undefined) return
    event.preventDefault()
    const next = shown[Math.min(shown.length - 1, Math.max(0, to))]
    if (next !== undefined) onChoose(next)
  }
  return (
    <div className={classes['lanes']}>
      <div className={classes['laneNames']} style={{ paddingTop: 24 }} aria-hidden>
        {lanes.map(({ key, name }) => (
          <span key={key} style={{ height: rowHeight }}>
            {name}
          </span>
        ))}
      </div>
      <div ref={ref} className={classes['lanePicture']}>
        {/* A chart with keyboard navigation: no ARIA role describes this */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <svg
          ref={picture}
          className={classes['chart']}
          height={height}
          role="img"
          aria-label={`${label}. Use ← and → to go from one to the next.`}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          onKeyDown={walk}
        >
          {spaced(ticks, x, width).map(({ atMs, name }) => (
            <g key={atMs}>
              <line className={classes['grid']} x1={x(atMs)} x2={x(atMs)} y1={20} y2={height} />
              <Name at={x(atMs)} until={width}>
                {name}
              </Name>
            </g>
          ))}
          {lanes.map(({ key }) => (
            <line key={key} className={classes['grid']} x1={0} x2={width} y1={y(key)} y2={y(key)} />
          ))}
          {nowMs === undefined ? null : (
            <line className={classes['now']} x1={x(nowMs)} x2={x(nowMs)} y1={20} y2={height} />
          )}
          {shown.map((mark) => (
            // The chart handles the keys
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
            <g
              key={mark.id}
              className={classes['mark']}
              data-urgent={mark.urgent || undefined}
              data-chosen={mark.id === chosen || undefined}
              transform={`translate(${x(mark.atMs)} ${y(mark.lane)})`}
              onClick={() => onChoose(mark)}
            >
              <title>{mark.words}</title>
              <circle r={12} fill="transparent" />
              <circle className={classes['ring']} r={mark.count > 1 ? 12 : 8} />
              {mark.count > 1 ? (
                <>
                  <circle className={classes['several']} r={9} />
                  <text className={classes['count']} y={3.5} textAnchor="middle">
                    {mark.count > 99 ? '99+' : mark.count}
                  </text>
                </>
              ) : mark.urgent ? (
                <path d="M0 -6 6 0 0 6 -6 0z" />
              ) : (
                <circle className={classes['dot']} r={4.5} />
              )}
            </g>
          ))}
        </svg>
      </div>
    </div>
  )
}
