import { TextInput } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Kbd } from './kbd.tsx'
import { useShortcut } from './shortcuts.ts'
import classes from './time-bar.module.css'
import { exactTime, localTime } from './time-text.tsx'

/** Shown above past states: the instant, a field to change it, and a link back to now. `at` is in the URL. */
export function TimeBar({ at, what }: { at: string; what: string }): ReactNode {
  const navigate = useNavigate()
  useShortcut('Escape', 'Back to now', () => void navigate({ to: '.', search: (old) => ({ ...old, at: undefined }) }))
  const readable = !Number.isNaN(Date.parse(at))
  return (
    <section className={classes['bar']} aria-label="Point in time">
      <IconHistory size={16} aria-hidden />
      <p role="status">
        {readable ? (
          <>
            {what} as of <strong>{exactTime(at)}</strong>. This view is read-only.
          </>
        ) : (
          <>Not a valid time: {at}</>
        )}
      </p>
      <TextInput
        aria-label="Choose another time"
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
        Back to now <Kbd>Esc</Kbd>
      </Link>
    </section>
  )
}
