import { TextInput, UnstyledButton } from '@mantine/core'
import { IconBolt, IconClock } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { localIn, ownZone, whenText } from '../../../../shared/text/time/when.ts'
import { ZoneSelect } from '../../components/zone-select.tsx'
import { readSchedule } from './read-schedule.ts'
import classes from './when-choice.module.css'

/** Whether the reader’s own clock says something that the sentence does not: it has the zone’s and UTC’s. */
const isOtherClock = (at: string, zone: string): boolean =>
  [zone, 'UTC'].every((other) => localIn(at, other) !== localIn(at, ownZone()))

/** When a publish shall be: at once, or at a time as people type it; null while it is at once. */
export function WhenChoice(props: {
  typed: string | null
  /** The zone that the time is meant in. */
  zone: string
  nowMs: number
  onChange: (typed: string | null) => void
  onZone: (zone: string) => void
}): ReactNode {
  const { typed, zone, nowMs, onChange, onZone } = props
  const read = typed === null ? null : readSchedule(typed, nowMs, zone)
  const group = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.key.startsWith('Arrow')) return
    event.preventDefault()
    const other = typed === null ? 1 : 0
    onChange(typed === null ? 'tomorrow 9am' : null)
    group.current?.querySelectorAll<HTMLElement>('[role="radio"]')[other]?.focus()
  }
  const option = (later: boolean) => ({
    role: 'radio',
    'aria-checked': later === (typed !== null),
    tabIndex: later === (typed !== null) ? 0 : -1,
    className: classes['option'] ?? '',
    onKeyDown,
    onClick: () => onChange(later ? (typed ?? 'tomorrow 9am') : null),
  })
  return (
    <section>
      <h3 className={classes['heading']}>Time</h3>
      <div ref={group} className={classes['options']} role="radiogroup" aria-label="Time">
        <UnstyledButton {...option(false)}>
          <strong>
            <IconBolt size={14} aria-hidden /> Now
          </strong>
          <span>in all applications within seconds</span>
        </UnstyledButton>
        <UnstyledButton {...option(true)}>
          <strong>
            <IconClock size={14} aria-hidden /> At a time
          </strong>
          <span>you can withdraw it until then</span>
        </UnstyledButton>
      </div>
      {typed === null ? null : (
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
