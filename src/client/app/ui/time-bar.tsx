import { TextInput } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Kbd } from './kbd.tsx'
import { useShortcut } from './shortcuts.ts'
import classes from './time-bar.module.css'
import { exactTime, localTime } from './time-text.tsx'

/** Above what is shown as it was at an instant: which one, another one, and the way back to now. `at` is in the address. */
export function TimeBar({ at, what }: { at: string; what: string }): ReactNode {
  const navigate = useNavigate()
  useShortcut('Escape', 'Return to now', () => void navigate({ to: '.', search: (old) => ({ ...old, at: undefined }) }))
  const readable = !Number.isNaN(Date.parse(at))
  return (
    <section className={classes['bar']} aria-label="A moment of the past">
      <IconHistory size={16} aria-hidden />
      <p role="status">
        {readable ? (
          <>
            {what} as it was on <strong>{exactTime(at)}</strong>. Nothing can be changed here.
          </>
        ) : (
          <>This is not a time: {at}</>
        )}
      </p>
      <TextInput
        aria-label="Another moment"
        type="datetime-local"
        value={readable ? localTime(at) : ''}
        onChange={(event) => {
          const typed = event.currentTarget.value
          if (typed === '') return
          const instant = new Date(typed).toISOString()
          void navigate({ to: '.', search: (old) => ({ ...old, at: instant }), replace: true })
        }}
      />
      <Link to="." search={(old) => ({ ...old, at: undefined })} className={classes['back']}>
        Return to now <Kbd>Esc</Kbd>
      </Link>
    </section>
  )
}
