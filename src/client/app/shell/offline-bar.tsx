import { IconWifiOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './offline-bar.module.css'
import type { Connection } from './use-live.ts'

/** Warns that the content may be outdated, and that edits are not lost. */
export function OfflineBar({ connection }: { connection: Connection }): ReactNode {
  if (connection !== 'offline') return null
  return (
    <div className={classes['bar']} role="status">
      <IconWifiOff size={16} aria-hidden />
      You’re offline. Edits are saved as drafts on this device; you can publish once the server responds.
    </div>
  )
}
