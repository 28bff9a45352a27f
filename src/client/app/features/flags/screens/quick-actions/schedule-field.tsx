import { TextInput } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { readWhen } from '../../../../../../shared/text/time/read-when.ts'
import { ownZone, whenText } from '../../../../../../shared/text/time/when.ts'
import { intentSentence, readPlan } from './intent.ts'
import type { QuickAction } from './quick-action.ts'

/** One-line input for an action and its time. A sentence with the time zone confirms it before Enter is pressed. */
export function ScheduleField(props: {
  flag: string
  place: string
  on: boolean
  onSchedule: (action: QuickAction, at: string, zone: string) => void
}): ReactNode {
  const { flag, place, on, onSchedule } = props
  const [typed, setTyped] = useState('')
  const [tried, setTried] = useState(false)
  const [nowMs] = useState(() => Date.now())
  const zone = ownZone()
  const { action, when } = readPlan(typed, on)
  const read = readWhen(when, nowMs, zone)
  const past = 'at' in read && Date.parse(read.at) <= nowMs
  const problem = 'expected' in read ? `Enter ${read.expected}` : past ? 'Enter a time in the future' : null
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    setTried(true)
    if ('at' in read && problem === null) onSchedule(action, read.at, zone)
  }
  const said =
    'at' in read ? `Press Enter to ${intentSentence(action, flag, place)} on ${whenText(read.at, zone)}` : undefined
  const skipped = 'at' in read && read.skipped ? '. Clocks skip that time, so this is one hour later.' : ''
  return (
    <TextInput
      label="What to do and when"
      placeholder={`${on ? 'off' : 'on'} mon 9am`}
      data-autofocus
      autoFocus
      autoComplete="off"
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        setTried(false)
      }}
      onKeyDown={onKeyDown}
      description={typed !== '' && problem === null ? <span role="status">{`${said}${skipped}`}</span> : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={tried ? problem : null}
    />
  )
}
