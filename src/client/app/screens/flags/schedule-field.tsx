import { TextInput } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { readWhen } from '../../../../shared/words/read-when.ts'
import { ownZone, whenWords } from '../../../../shared/words/when.ts'
import type { Aim } from './aim.ts'
import { aimWords, readPlan } from './intent.ts'

/** What shall happen and when, in one line; the sentence below says it back with its zone before Enter is pressed. */
export function ScheduleField(props: {
  flag: string
  place: string
  on: boolean
  onSchedule: (aim: Aim, at: string, zone: string) => void
}): ReactNode {
  const { flag, place, on, onSchedule } = props
  const [typed, setTyped] = useState('')
  const [tried, setTried] = useState(false)
  const [nowMs] = useState(() => Date.now())
  const zone = ownZone()
  const { aim, when } = readPlan(typed, on)
  const read = readWhen(when, nowMs, zone)
  const past = 'at' in read && Date.parse(read.at) <= nowMs
  const problem = 'expected' in read ? `Say ${read.expected}` : past ? 'Say a time that is still to come' : null
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    setTried(true)
    if ('at' in read && problem === null) onSchedule(aim, read.at, zone)
  }
  const said = 'at' in read ? `Enter will ${aimWords(aim, flag, place)} on ${whenWords(read.at, zone)}` : undefined
  const skipped = 'at' in read && read.skipped ? '. The clocks skip the time you typed; this is an hour on.' : ''
  return (
    <TextInput
      label="What and when"
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
