import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import classes from './scrubber.module.css'

export type Mark = { id: number; atMs: number; time: string; words: string }

const dayMs = 86_400_000

/**
 * Timeline of versions, oldest first. Arrow keys move by one version, with Shift by a day; Home and End jump to the
 * ends.
 */
export function Scrubber(props: {
  label: string
  marks: readonly Mark[]
  chosen: number | undefined
  onChoose: (id: number) => void
}): ReactNode {
  const { label, marks, chosen, onChoose } = props
  const [first, last] = [marks[0], marks.at(-1)]
  if (first === undefined || last === undefined || marks.length < 2) return null
  const span = Math.max(1, last.atMs - first.atMs)
  const at = Math.max(
    0,
    marks.findIndex(({ id }) => id === chosen),
  )
  const here = marks[at] ?? last
  const placeOf = (mark: Mark) => `${((mark.atMs - first.atMs) / span) * 100}%`
  const choose = (mark: Mark | undefined) => mark && mark.id !== here.id && onChoose(mark.id)
  const byDay = (by: number) =>
    by < 0
      ? (marks.findLast(({ atMs }) => atMs <= here.atMs - dayMs) ?? first)
      : (marks.find(({ atMs }) => atMs >= here.atMs + dayMs) ?? last)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key]
    const end = { Home: first, End: last }[event.key]
    if (step === undefined && end === undefined) return
    event.preventDefault()
    choose(end ?? (event.shiftKey ? byDay(step ?? 0) : marks[at + (step ?? 0)]))
  }
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const atMs = first.atMs + ((event.clientX - box.left) / box.width) * span
    const nearest = marks.reduce((best, mark) =>
      Math.abs(mark.atMs - atMs) < Math.abs(best.atMs - atMs) ? mark : best,
    )
    choose(nearest)
  }
  return (
    <div className={classes['scrubber']}>
      <div
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={marks.length}
        aria-valuenow={at + 1}
        aria-valuetext={here.words}
        className={classes['line']}
        onKeyDown={onKeyDown}
        onClick={onClick}
      >
        {marks.map((mark) => (
          <i
            key={mark.id}
            style={{ left: placeOf(mark) }}
            data-chosen={mark.id === here.id || undefined}
            title={mark.words}
          />
        ))}
      </div>
      <p className={classes['ends']} aria-hidden>
        <span>{first.time}</span>
        <span>{last.time}</span>
      </p>
    </div>
  )
}
