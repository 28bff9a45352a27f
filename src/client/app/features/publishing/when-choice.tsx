import { TextInput, UnstyledButton } from '@mantine/core'
import { IconBolt, IconClock, IconStairsUp } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { localIn, ownZone, whenText } from '../../../../shared/text/time/when.ts'
import { ZoneSelect } from '../../components/zone-select.tsx'
import { readSchedule } from './read-schedule.ts'
import classes from './when-choice.module.css'

/** Whether the browser’s local time differs from the times shown, which are in the selected zone and in UTC. */
const isOtherClock = (at: string, zone: string): boolean =>
  [zone, 'UTC'].every((other) => localIn(at, other) !== localIn(at, ownZone()))

/** How to publish: at once, at a time, or as a ramp. */
export type PublishTiming = 'now' | 'time' | 'ramp'

/** Chooses when to publish: at once, at a typed time, or as the ramp in `ramp`. */
export function WhenChoice(props: {
  how: PublishTiming
  /** The available choices, starting with `now`. */
  ways: readonly PublishTiming[]
  typed: string
  zone: string
  nowMs: number
  /** It goes live only after approval. */
  review?: boolean | undefined
  /** Editor of the plan, shown for a ramp. */
  ramp?: ReactNode
  onChoose: (how: PublishTiming) => void
  onChange: (typed: string) => void
  onZone: (zone: string) => void
}): ReactNode {
  const { how, ways, typed, zone, nowMs, review, ramp, onChoose, onChange, onZone } = props
  const read = how === 'time' ? readSchedule(typed, nowMs, zone) : null
  const group = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.key.startsWith('Arrow')) return
    event.preventDefault()
    const step = event.key === 'ArrowLeft' || event.key === 'ArrowUp' ? ways.length - 1 : 1
    const next = (ways.indexOf(how) + step) % ways.length
    onChoose(ways[next] ?? 'now')
    group.current?.querySelectorAll<HTMLElement>('[role="radio"]')[next]?.focus()
  }
  const words: Record<PublishTiming, ReactNode> = {
    now: (
      <>
        <strong>
          <IconBolt size={14} aria-hidden /> {review ? 'At once' : 'Now'}
        </strong>
        <span>{review ? 'everyone, once it’s approved' : 'in all applications within seconds'}</span>
      </>
    ),
    time: (
      <>
        <strong>
          <IconClock size={14} aria-hidden /> At a time
        </strong>
        <span>you can withdraw it until then</span>
      </>
    ),
    ramp: (
      <>
        <strong>
          <IconStairsUp size={14} aria-hidden /> Ramp
        </strong>
        <span>to more and more, step by step</span>
      </>
    ),
  }
  return (
    <section>
      <h3 className={classes['heading']}>Time</h3>
      <div ref={group} className={classes['options']} role="radiogroup" aria-label="Time">
        {ways.map((way) => (
          <UnstyledButton
            key={way}
            role="radio"
            aria-checked={way === how}
            tabIndex={way === how ? 0 : -1}
            className={classes['option'] ?? ''}
            onKeyDown={onKeyDown}
            onClick={() => onChoose(way)}
          >
            {words[way]}
          </UnstyledButton>
        ))}
      </div>
      {how === 'ramp' ? ramp : null}
      {how !== 'time' ? null : (
        <div className={classes['time']}>
          <TextInput
            label="Goes live"
            placeholder="mon 9am"
            autoComplete="off"
            value={typed}
            onChange={(event) => onChange(event.currentTarget.value)}
            description={
              read !== null && 'at' in read ? (
                <span role="status">
                  {whenText(read.at, zone)}
                  {isOtherClock(read.at, zone) ? `. For you: ${whenText(read.at, ownZone())}` : ''}
                  {read.skipped ? '. Clocks skip that time, so this is one hour later.' : ''}
                </span>
              ) : undefined
            }
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            error={read !== null && 'problem' in read ? read.problem : null}
          />
          <ZoneSelect zone={zone} onChange={onZone} />
        </div>
      )}
    </section>
  )
}
