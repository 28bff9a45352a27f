import { Button, CloseButton } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { Kbd } from './kbd.tsx'
import classes from './toast.module.css'
import { type Toast, toasts } from './toasts.ts'

/** Notifications, at the bottom left. */
export function Toaster(): ReactNode {
  const shown = toasts.use()
  return (
    <section className={classes['toaster']} aria-label="Notifications">
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  )
}

/** One notification. Its timer pauses while it is hovered or focused, and while the tab is hidden. */
function ToastCard({ toast }: { toast: Toast }): ReactNode {
  const { id, tone, title, message, action, undo, showMs } = toast
  const [held, setHeld] = useState(false)
  useLeave(id, held ? null : showMs)
  const hold = (on: boolean) => () => setHeld(on)
  return (
    <div
      className={classes['toast']}
      data-tone={tone}
      role={tone === 'failed' ? 'alert' : 'status'}
      onPointerEnter={hold(true)}
      onPointerLeave={hold(false)}
      onFocus={hold(true)}
      onBlur={hold(false)}
    >
      <div className={classes['words']}>
        {title === undefined ? null : <strong>{title}</strong>}
        <span>{message}</span>
      </div>
      {action}
      {undo === undefined ? null : (
        <Button size="compact-xs" variant="default" rightSection={<Kbd>Z</Kbd>} onClick={undo}>
          Undo
        </Button>
      )}
      <CloseButton size={24} aria-label="Close notification" onClick={() => toasts.hide(id)} />
    </div>
  )
}

/** Hides a notification after `ms` on a visible page. Null pauses. */
const useLeave = (id: string, ms: number | null): void => {
  useEffect(() => {
    if (ms === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const run = () => {
      clearTimeout(timer)
      if (!document.hidden) timer = setTimeout(() => toasts.hide(id), ms)
    }
    run()
    document.addEventListener('visibilitychange', run)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', run)
    }
  }, [id, ms])
}
