import { useElementSize } from '@mantine/hooks'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react'
import { readerLocale } from '../../../shared/text/time/reader-locale.ts'
import classes from './line-chart.module.css'
import { scaleEnd, stretches } from './line-shape.ts'

export type Line = { name: string; values: readonly (number | null)[] }

const height = 220
const edge = { top: 10, right: 8, bottom: 26, left: 56 }
const dashes = ['', '6 3', '2 3', '8 3 2 3', '1 4', '12 4']
const colours = 6
const short = new Intl.NumberFormat(readerLocale, { notation: 'compact', maximumFractionDigits: 1 })

/**
 * Lines over time from zero on; where nothing is known there is no line. The pointer, or ← and → on the chart, walk from
 * step to step and say its numbers. A line is told by its colour, its dashes and its name.
 */
export function LineChart(props: {
  label: string
  lines: readonly Line[]
  /** What each step is called, for whoever walks over it. */
  stepNames: readonly string[]
  /** Few names along the axis, each at a step. */
  ticks: readonly { at: number; name: string }[]
  /** Things that happened at a step. */
  marks: readonly { at: number; name: string }[]
}): ReactNode {
  const { label, lines, stepNames, ticks, marks } = props
  const { ref, width } = useElementSize()
  const [cursor, setCursor] = useState<number | null>(null)
  const steps = stepNames.length
  const end = scaleEnd(Math.max(0, ...lines.flatMap(({ values }) => values.map((value) => value ?? 0))))
  const inner = Math.max(0, width - edge.left - edge.right)
  const x = (at: number) => edge.left + (steps <= 1 ? 0 : (at / (steps - 1)) * inner)
  const y = (value: number) => edge.top + (1 - value / end) * (height - edge.top - edge.bottom)
  const walk = (event: KeyboardEvent) => {
    const to = { ArrowLeft: (cursor ?? steps) - 1, ArrowRight: (cursor ?? -1) + 1, Home: 0, End: steps - 1 }[event.key]
    if (event.key === 'Escape') setCursor(null)
    if (to === undefined) return
    event.preventDefault()
    setCursor(Math.min(steps - 1, Math.max(0, to)))
  }
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const from = event.clientX - event.currentTarget.getBoundingClientRect().left - edge.left
    setCursor(Math.min(steps - 1, Math.max(0, Math.round((from / (inner || 1)) * (steps - 1)))))
  }
  return (
    <div className={classes['box']} ref={ref}>
      <ul className={classes['legend']}>
        {lines.map(({ name }, index) => (
          <li key={name}>
            <svg width={28} height={8} aria-hidden>
              <Stroke index={index} d="M0 4H28" />
            </svg>
            {name}
          </li>
        ))}
      </ul>
      {/* a picture that one can walk over by key: no role says so */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <svg
        className={classes['chart']}
        height={height}
        role="img"
        aria-label={`${label}. Use ← and → to step through it.`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onKeyDown={walk}
        onPointerMove={point}
        onPointerLeave={() => setCursor(null)}
      >
        {[0, end / 2, end].map((value) => (
          <g key={value}>
            <line className={classes['grid']} x1={edge.left} x2={edge.left + inner} y1={y(value)} y2={y(value)} />
            <text className={classes['axis']} x={edge.left - 8} y={y(value) + 4} textAnchor="end">
              {short.format(value)}
            </text>
          </g>
        ))}
        {ticks.map(({ at, name }) => (
          <text key={at} className={classes['axis']} x={x(at)} y={height - 8} textAnchor="middle">
            {name}
          </text>
        ))}
        {marks.map(({ at, name }) => (
          <line key={`${at} ${name}`} className={classes['mark']} x1={x(at)} x2={x(at)} y1={edge.top} y2={y(0)}>
            <title>{name}</title>
          </line>
        ))}
        {lines.map(({ name, values }, index) =>
          stretches(values).map((stretch) => {
            const [first] = stretch
            const d = stretch.map(({ at, value }, nth) => `${nth === 0 ? 'M' : 'L'}${x(at)} ${y(value)}`).join('')
            return stretch.length === 1 && first ? (
              <circle
                key={`${name} ${first.at}`}
                cx={x(first.at)}
                cy={y(first.value)}
                r={2.5}
                fill={`var(--line-${index % colours})`}
              />
            ) : (
              <Stroke key={`${name} ${first?.at}`} index={index} d={d} />
            )
          }),
        )}
        {cursor === null ? null : (
          <line className={classes['cursor']} x1={x(cursor)} x2={x(cursor)} y1={edge.top} y2={y(0)} />
        )}
      </svg>
      <p className={classes['said']} role="status">
        {cursor === null ? '' : said(stepNames[cursor] ?? '', lines, marks, cursor)}
      </p>
    </div>
  )
}

function Stroke({ index, d }: { index: number; d: string }): ReactNode {
  return (
    <path
      className={classes['line']}
      d={d}
      stroke={`var(--line-${index % colours})`}
      strokeDasharray={dashes[index % dashes.length]}
    />
  )
}

const said = (
  step: string,
  lines: readonly Line[],
  marks: readonly { at: number; name: string }[],
  at: number,
): string => {
  const known = lines.some(({ values }) => values[at] !== null)
  const numbers = lines.map(({ name, values }) => `${name} ${(values[at] ?? 0).toLocaleString(readerLocale)}`)
  const happened = marks.filter((mark) => mark.at === at).map(({ name }) => name)
  return [`${step}: ${known ? numbers.join(' · ') : 'no data'}`, ...happened].join(' · ')
}
