import { Button, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { limits } from '../../../../../shared/limits.ts'
import { instantIn, localIn, ownZone, whenText } from '../../../../../shared/text/time/when.ts'
import { ZoneSelect } from '../../../components/zone-select.tsx'
import classes from './change-screen.module.css'

/** Nine in the morning of the next day in a time zone, as local time. */
const tomorrowMorning = (zone: string): string =>
  `${localIn(new Date(Date.now() + 86_400_000).toISOString(), zone).slice(0, 10)}T09:00`

/** Picks a time and its time zone. A sentence shows when that is before the user submits. */
export function ScheduleForm(props: {
  busy: boolean
  onSchedule: (at: string, zone: string, words: string) => void
  onClose: () => void
}): ReactNode {
  const { busy, onSchedule, onClose } = props
  const [zone, setZone] = useState(ownZone)
  const [local, setLocal] = useState(() => tomorrowMorning(ownZone()))
  const [openedMs] = useState(() => Date.now())
  const at = instantIn(local, zone)
  const ahead = at === null ? 0 : Date.parse(at) - openedMs
  const far = ahead > limits.scheduleMaxMs ? 'Up to one year ahead' : null
  const near = ahead < limits.scheduleMinMs ? 'Enter a time in the future' : null
  const problem = at === null ? 'Enter a date and time' : (near ?? far)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (at !== null && problem === null) onSchedule(at, zone, whenText(at, zone))
  }
  return (
    <form onSubmit={submit} className={classes['form']} aria-label="Schedule">
      <TextInput
        type="datetime-local"
        label="Goes live at"
        value={local}
        error={problem}
        onChange={(event) => setLocal(event.currentTarget.value)}
      />
      <ZoneSelect zone={zone} onChange={setZone} />
      {at === null ? null : (
        <p className={classes['line']} role="status">
          {whenText(at, zone)}
        </p>
      )}
      <div className={classes['actions']}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={busy} disabled={problem !== null}>
          Schedule
        </Button>
      </div>
    </form>
  )
}
